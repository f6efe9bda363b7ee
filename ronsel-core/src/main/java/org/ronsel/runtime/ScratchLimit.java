package org.ronsel.runtime;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.ronsel.ErrorClass;
import org.ronsel.InvalidArgumentException;

/**
 * How much memory of its own a collective operation may take at a rank. An algorithm that needs
 * more is not chosen, so all ranks must know the same limit: the smallest that any JVM of the job
 * names.
 */
final class ScratchLimit {
  /** Bytes, with K, M or G; an eighth of the heap, divided among its ranks, if nobody says so. */
  static final String SETTING = "ronsel.collective.scratch";

  /** What trees that pass their data in portions need. */
  private static final long LEAST = 64 << 10;

  private static final int SHARE_OF_HEAP = 8;
  private static final Pattern LENGTH = Pattern.compile("([0-9]{1,12})([KMG]?)");

  private ScratchLimit() {}

  /** What this JVM names. */
  static long ofJvm(int localRanks) {
    return of(System.getProperty(SETTING), Runtime.getRuntime().maxMemory(), localRanks);
  }

  static long of(@Nullable String setting, long heap, int localRanks) {
    if (setting == null) {
      return Math.max(LEAST, heap / SHARE_OF_HEAP / localRanks);
    }
    Matcher length = LENGTH.matcher(setting);
    if (!length.matches()) {
      throw new InvalidArgumentException(
          ErrorClass.ARGUMENT,
          SETTING + " must be a number of bytes, such as 64M, not \"" + setting + "\"");
    }
    String unit = length.group(2);
    int shift = unit.isEmpty() ? 0 : 10 * (1 + "KMG".indexOf(unit));
    return Long.parseLong(length.group(1)) << shift;
  }
}
