package org.ronsel.transport.shm;

import java.util.Arrays;
import org.ronsel.machine.CopyMode;
import org.ronsel.machine.ProcessMemory;
import org.ronsel.memory.NativeWords;

/**
 * Decides for the long messages of one sender to one receiver whether the receiver is to read them
 * from the sender's memory, with one copy by the kernel, or to get them in fragments: as the
 * receiver has {@linkplain SingleCopyMeasurement measured}. From time to time some messages go the
 * other way, in pairs, so that the receiver knows the times of both.
 *
 * <p>The system property {@code ronsel.shm.single-copy} decides instead: {@code on}, {@code off},
 * or {@code auto}. Guarded by the engine's lock.
 */
final class SingleCopyChoice {
  /** The shortest for which there is a choice. */
  static final long LEAST_BYTES = 16 << 10;

  /** Messages until one is read: what that needs takes some 10 ms to be prepared. */
  private static final int FIRST_READ = 16;

  /** Messages of a class until the first comparison; then twice as many, and so on. */
  private static final int FIRST_PAUSE = 32;

  private static final int LONGEST_PAUSE = 1024;

  /** Messages of a comparison, of which every other one goes the other way. */
  private static final int COMPARED = 10;

  private final JvmSegment target;
  private final long wordAt;
  private final CopyMode mode;
  private int begun;
  private final int[] left = new int[SingleCopyMeasurement.CLASSES];
  private final int[] pause = new int[SingleCopyMeasurement.CLASSES];

  /** Chooses for messages to the rank whose control words are at {@code control}. */
  SingleCopyChoice(JvmSegment target, long control, CopyMode mode) {
    this.target = target;
    this.wordAt = control + SegmentLayout.SINGLE_COPY;
    this.mode = mode;
    Arrays.fill(left, FIRST_PAUSE);
    Arrays.fill(pause, FIRST_PAUSE);
  }

  /**
   * Whether the next message, of so many bytes, is to be read.
   *
   * @param exchanged whether its sender waits for as much
   */
  boolean readsNext(long bytes, boolean exchanged) {
    if (bytes < LEAST_BYTES || mode == CopyMode.OFF) {
      return false;
    }
    long word = NativeWords.getLongOpaque(target.memory, wordAt);
    if (SingleCopyMeasurement.isRefused(word) || mode == CopyMode.AUTO && begun < FIRST_READ) {
      begun++;
      return false;
    }
    int lengths = SingleCopyMeasurement.classOf(bytes);
    boolean reads =
        mode == CopyMode.ON || SingleCopyMeasurement.isToBeRead(lengths, exchanged, word);
    if (mode == CopyMode.AUTO && --left[lengths] < 0) {
      reads ^= (left[lengths] & 1) == 0;
      if (left[lengths] <= -COMPARED) {
        pause[lengths] = Math.min(2 * pause[lengths], LONGEST_PAUSE);
        left[lengths] = pause[lengths];
      }
    }
    return reads && ProcessMemory.availability().usable();
  }
}
