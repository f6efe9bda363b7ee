package org.ronsel.transport.shm;

import org.ronsel.memory.NativeWords;

/**
 * Measures, at a rank that receives long messages, how long it takes to copy their data out of
 * fragments and to read them from the sender's memory, and publishes which is faster, by length.
 * Which it is depends on the processor, on whether the kernel runs in a virtual machine, and on how
 * far apart the cores are, so it is found out by the messages themselves; see {@link
 * SingleCopyChoice}.
 *
 * <p>Any thread of the rank; two that note at the same time may lose a note.
 */
final class SingleCopyMeasurement {
  /** Classes of lengths: from 16, 64 and 256 KB, 1 and 4 MB on. */
  static final int CLASSES = 5;

  /** The bit of the published word that says that nothing can be read at all. */
  static final long REFUSED = 1L << CLASSES;

  private static final int SHORTEST_LOG = 14;

  /**
   * Reading is chosen if it takes at most so much of the time of copying out of fragments, and is
   * left again when it takes more. The sender has to copy into the fragments, too: before the
   * receiver does where messages are short, and in the meantime where they are long.
   */
  private static final double TO_READ = 1.1;

  private static final double TO_LEAVE = 1.3;

  private final JvmSegment own;
  private final long wordAt;

  /** Nanoseconds for a megabyte, averages of which the last ones count most; 0 if not known. */
  private final long[] reading = new long[CLASSES];

  private final long[] copying = new long[CLASSES];
  private long published;

  /** Measures for the rank whose control words are at {@code control}. */
  SingleCopyMeasurement(JvmSegment own, long control) {
    this.own = own;
    this.wordAt = control + SegmentLayout.SINGLE_COPY;
  }

  /** The class of messages of a length of at least 16 KB. */
  static int classOf(long bytes) {
    int log = Long.SIZE - 1 - Long.numberOfLeadingZeros(bytes);
    return Math.clamp((log - SHORTEST_LOG) / 2, 0, CLASSES - 1);
  }

  /** Data of a message have been read from its sender's memory in so many nanoseconds. */
  void hasRead(long bytes, long nanos, long messageBytes) {
    note(reading, classOf(messageBytes), bytes, nanos);
  }

  /** Data of a message have been copied out of a fragment in so many nanoseconds. */
  void hasCopied(long bytes, long nanos, long messageBytes) {
    note(copying, classOf(messageBytes), bytes, nanos);
  }

  /** The memory of a peer cannot be read. */
  void isRefused() {
    publish(REFUSED);
  }

  private void note(long[] times, int lengths, long bytes, long nanos) {
    long time = Math.max(1, (nanos << 20) / bytes);
    long known = times[lengths];
    // What took very much longer than before was interrupted.
    times[lengths] = known == 0 ? time : known + (Math.min(time, 4 * known) - known) / 4;
    if (reading[lengths] != 0 && copying[lengths] != 0) {
      long bit = 1L << lengths;
      boolean reads = (published & bit) != 0;
      double limit = (reads ? TO_LEAVE : TO_READ) * copying[lengths];
      if (reads != reading[lengths] <= limit) {
        publish(published ^ bit);
      }
    }
  }

  private void publish(long word) {
    if ((published & REFUSED) == 0) {
      published = word;
      // Opaque: a sender that has not seen it yet goes on as before.
      NativeWords.setLongOpaque(own.memory, wordAt, word);
    }
  }
}
