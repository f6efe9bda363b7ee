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
  /** Classes of lengths: from 16, 32, 64 KB on, and so on, the last one from 4 MB on. */
  static final int CLASSES = 9;

  /** In the published word the bits of messages that are exchanged are so far behind the others. */
  private static final int EXCHANGED = 16;

  /** The bit of the published word that says that nothing can be read at all. */
  private static final long REFUSED = 1L << 2 * EXCHANGED;

  private static final int SHORTEST_LOG = 14;

  /** Classes of messages of one or two fragments, and of those that a core's cache holds. */
  private static final int SHORT_CLASSES = 2;

  private static final int CACHED_CLASSES = 7;

  /**
   * What is assumed until it has been measured: messages that a core's cache holds are read, and
   * all that are exchanged.
   */
  private static final long ASSUMED = (1L << CACHED_CLASSES) - 1 | (1L << CLASSES) - 1 << EXCHANGED;

  /**
   * Reading is chosen if it takes at most so much of the time of copying out of fragments. The
   * sender has to copy into the fragments, too: before the receiver does where messages are short,
   * else in the meantime.
   */
  private static final double TO_READ_SHORT = 1.5;

  private static final double TO_READ_CACHED = 1.3;
  private static final double TO_READ = 1;

  /** The same for messages whose sender is to receive as much, and cannot do both at a time. */
  private static final double TO_READ_EXCHANGED = 2;

  /** It is left again when it takes so much more than that. */
  private static final double TO_LEAVE = 1.15;

  /**
   * Times that are noted after a change until the next one; then twice as many, up to the most.
   * While the JIT compiler takes the cores times say little, and each change gives it more to do.
   */
  private static final int LEAST_NOTED = 64;

  private static final int MOST_NOTED = 4096;

  /** A time of a message of this length counts twice, one of a longer message more often. */
  private static final int NOTED_BYTES = 128 << 10;

  /**
   * Times that are kept of each way. Of short messages the least one counts, since the others were
   * interrupted; the time of long ones varies by itself, and the lower quartile counts.
   */
  private static final int KEPT = 8;

  private final JvmSegment own;
  private final long wordAt;

  /** Nanoseconds for a megabyte, the last ones by class. */
  private final Times reading = new Times();

  private final Times copying = new Times();

  // By the bit of the word that depends on them.
  private final int[] noted = new int[2 * EXCHANGED];
  private final int[] wanted = new int[2 * EXCHANGED];
  private long published = ASSUMED;

  /** Measures for the rank whose control words are at {@code control}. */
  SingleCopyMeasurement(JvmSegment own, long control) {
    this.own = own;
    this.wordAt = control + SegmentLayout.SINGLE_COPY;
  }

  /** Whether a receiver has said that its memory, or that of its peer, cannot be read. */
  static boolean isRefused(long word) {
    return (word & REFUSED) != 0;
  }

  /**
   * Whether messages of a class are to be read, by the word of their receiver.
   *
   * @param exchanged whether their sender waits for as much
   */
  static boolean isToBeRead(int lengths, boolean exchanged, long word) {
    return ((word ^ ASSUMED) >>> (exchanged ? EXCHANGED + lengths : lengths) & 1) != 0;
  }

  /** The class of messages of a length of at least 16 KB. */
  static int classOf(long bytes) {
    int log = Long.SIZE - 1 - Long.numberOfLeadingZeros(bytes);
    return Math.clamp(log - SHORTEST_LOG, 0, CLASSES - 1);
  }

  /** Data of a message have been read from its sender's memory in so many nanoseconds. */
  void noteRead(long bytes, long nanos, long messageBytes) {
    note(reading, messageBytes, bytes, nanos);
  }

  /** Data of a message have been copied out of a fragment in so many nanoseconds. */
  void noteCopied(long bytes, long nanos, long messageBytes) {
    note(copying, messageBytes, bytes, nanos);
  }

  /** The memory of a peer cannot be read. */
  void refuse() {
    publish(REFUSED);
  }

  private void note(Times way, long messageBytes, long bytes, long nanos) {
    int lengths = classOf(messageBytes);
    int times = 1 + (int) Math.min(messageBytes / NOTED_BYTES, MOST_NOTED);
    way.add(lengths, Math.max(1, (nanos << 20) / bytes));
    long read = reading.typical(lengths);
    long copied = copying.typical(lengths);
    decide(lengths, times, read, (long) (copied * share(lengths)));
    decide(EXCHANGED + lengths, times, read, (long) (copied * TO_READ_EXCHANGED));
  }

  /**
   * Looks whether a bit of the word is still right, when as many times have been noted as it takes;
   * {@code read} and {@code limit} are 0 if they are not known.
   */
  private void decide(int bit, int times, long read, long limit) {
    noted[bit] = Math.min(noted[bit] + times, MOST_NOTED);
    if (noted[bit] < wanted[bit] || read == 0 || limit == 0) {
      return;
    }
    boolean reads = (published >>> bit & 1) != 0;
    if (reads != read <= limit * (reads ? TO_LEAVE : 1)) {
      noted[bit] = 0;
      wanted[bit] = Math.clamp(2 * wanted[bit], LEAST_NOTED, MOST_NOTED);
      publish(published ^ 1L << bit);
    }
  }

  private static double share(int lengths) {
    return lengths < SHORT_CLASSES
        ? TO_READ_SHORT
        : lengths < CACHED_CLASSES ? TO_READ_CACHED : TO_READ;
  }

  private void publish(long word) {
    if ((published & REFUSED) == 0) {
      published = word;
      // Opaque: a sender that has not seen it yet goes on as before.
      NativeWords.setLongOpaque(own.memory, wordAt, word ^ ASSUMED);
    }
  }

  /** The last times of each class. */
  private static final class Times {
    private final long[] kept = new long[CLASSES * KEPT];
    private final int[] count = new int[CLASSES];

    /** The one of the last ones that counts; 0 if there are not enough. */
    private final long[] typical = new long[CLASSES];

    void add(int lengths, long time) {
      int first = lengths * KEPT;
      int before = count[lengths];
      kept[first + before % KEPT] = time;
      count[lengths] = before + 1 == 2 * KEPT ? KEPT : before + 1;
      if (before + 1 >= KEPT) {
        typical[lengths] = inOrder(first, lengths < CACHED_CLASSES ? 0 : KEPT / 4);
      }
    }

    /** Of those kept from {@code first} on, the one that has so many before it. */
    private long inOrder(int first, int before) {
      for (int i = first; i < first + KEPT; i++) {
        int below = 0;
        int equal = 0;
        for (int j = first; j < first + KEPT; j++) {
          below += kept[j] < kept[i] ? 1 : 0;
          equal += kept[j] == kept[i] ? 1 : 0;
        }
        if (below <= before && below + equal > before) {
          return kept[i];
        }
      }
      return kept[first]; // another thread has added a time meanwhile
    }

    long typical(int lengths) {
      return typical[lengths];
    }
  }
}
