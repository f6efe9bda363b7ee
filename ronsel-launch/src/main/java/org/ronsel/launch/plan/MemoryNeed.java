package org.ronsel.launch.plan;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.ronsel.launch.spi.JvmFootprint;
import org.ronsel.launch.spi.UsageException;
import org.ronsel.machine.AvailableMemory;
import org.ronsel.memory.ByteSize;

/**
 * The memory that a job takes before its programs allocate any. A job that uses up the memory of
 * its host makes the host unusable long before an allocation fails.
 */
public final class MemoryNeed {
  /** Bytes of a rank and its thread; measured with 1,000 virtual ranks of a JVM: 80 KB. */
  static final long OF_RANK = 96L << 10;

  /** Need in bytes below which jobs are started without a check of the host. */
  private static final long SMALL = 1L << 30;

  private MemoryNeed() {}

  /**
   * Refuses a job for which this host has too little memory.
   *
   * @throws UsageException if the memory is too small
   */
  static void check(int ranks, long jvms) {
    if (bytes(ranks, jvms) > SMALL) {
      check(ranks, jvms, AvailableMemory.bytes());
    }
  }

  /** As {@link #check(int, long)}, with this much memory available. */
  static void check(int ranks, long jvms, long available) {
    String lack = lack(ranks, jvms, available, "this host");
    if (lack != null) {
      throw new UsageException(lack);
    }
  }

  /** The message if a host has too little memory, or null. */
  public static @Nullable String lack(int ranks, long jvms, long available, String host) {
    long need = bytes(ranks, jvms);
    if (need <= Math.max(SMALL, available)) {
      return null;
    }
    return String.format(
        Locale.ROOT,
        "%d ranks in %d JVM%s need about %s before the program allocates anything (%s a JVM,"
            + " %s a rank), and %s can give %s: run fewer ranks%s, or --force it",
        ranks,
        jvms,
        jvms == 1 ? "" : "s",
        ByteSize.describe(need),
        ByteSize.describe(JvmFootprint.BYTES),
        ByteSize.describe(OF_RANK),
        host,
        ByteSize.describe(available),
        jvms == 1 ? "" : ", or more of them in a JVM (--ranks-per-jvm)");
  }

  private static long bytes(int ranks, long jvms) {
    return ranks * OF_RANK + jvms * JvmFootprint.BYTES;
  }
}
