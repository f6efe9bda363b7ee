package org.ronsel.observe;

import java.util.List;

/** Counts messages by size in classes of powers of 16. */
public final class SizeHistogram {
  /** Names of the classes, smallest first; each includes its bound. */
  public static final List<String> CLASSES =
      List.of("0 B", "64 B", "1 KiB", "16 KiB", "256 KiB", "4 MiB", "more");

  private static final int FIRST_BITS = 6;

  private SizeHistogram() {}

  /** No messages. */
  public static long[] empty() {
    return new long[CLASSES.size()];
  }

  /** The class of a message. */
  public static int classOf(long bytes) {
    if (bytes <= 0) {
      return 0;
    }
    int bits = Long.SIZE - Long.numberOfLeadingZeros(bytes - 1);
    return Math.min(1 + Math.max(0, bits - FIRST_BITS + 3) / 4, CLASSES.size() - 1);
  }
}
