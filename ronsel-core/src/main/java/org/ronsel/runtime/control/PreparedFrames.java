package org.ronsel.runtime.control;

/**
 * Frames that a JVM has to send when nothing can be allocated any more: made beforehand, and filled
 * in place. For one thread.
 */
public final class PreparedFrames {
  /** Behind the length and the type. */
  private static final int FIELDS = 5;

  private final byte[] progress = FrameChannel.withLength(new Frame.Progress(0, 0, 0));
  private final byte[] outOfMemory =
      FrameChannel.withLength(new Frame.OutOfMemory(0, MemoryShortage.HEAP, 0));

  /** {@link Frame.Progress} with its length, until the next call. */
  byte[] progress(long count, int live, int waiting) {
    int64(progress, FIELDS, count);
    int32(progress, FIELDS + 8, live);
    int32(progress, FIELDS + 12, waiting);
    return progress;
  }

  /** {@link Frame.OutOfMemory} with its length, until the next call. */
  byte[] outOfMemory(int rank, MemoryShortage shortage, long maxHeap) {
    int32(outOfMemory, FIELDS, rank);
    int64(outOfMemory, FIELDS + 4, maxHeap);
    outOfMemory[FIELDS + 12] = (byte) shortage.ordinal();
    return outOfMemory;
  }

  private static void int32(byte[] bytes, int at, int value) {
    for (int i = 0; i < 4; i++) {
      bytes[at + i] = (byte) (value >>> 24 - 8 * i);
    }
  }

  private static void int64(byte[] bytes, int at, long value) {
    int32(bytes, at, (int) (value >>> 32));
    int32(bytes, at + 4, (int) value);
  }
}
