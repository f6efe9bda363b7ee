package org.ronsel.stress;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;
import org.ronsel.transport.RecordReader;

/**
 * What a consumer has got: checks that records are whole and that those of each producer come in
 * order. Every field of a record follows from its number; the number is its tag.
 */
final class ReceivedRecords implements RecordReader {
  static final int BROKEN = 1000;

  private final int[] next;
  private int count;
  private boolean broken;

  ReceivedRecords(int producers) {
    next = new int[producers];
  }

  static byte[] payload(int number, int bytes) {
    byte[] payload = new byte[bytes];
    for (int i = 0; i < bytes; i++) {
      payload[i] = (byte) (number + i + 1);
    }
    return payload;
  }

  /** How many records have come so far; at least {@link #BROKEN} if one of them was wrong. */
  int verdict() {
    return broken ? BROKEN + count : count;
  }

  @Override
  public void record(
      int header,
      long context,
      int source,
      int tag,
      long length,
      long cookie,
      MemorySegment payload,
      long payloadOffset,
      int inlineBytes,
      @Nullable Object attachment) {
    count++;
    broken |= tag != next[source]++;
    broken |= header != tag + 1 || context != ~tag || length != inlineBytes || cookie != -tag;
    broken |= attachment != null && !attachment.equals(tag);
    for (int i = 0; i < inlineBytes; i++) {
      broken |= payload.get(ValueLayout.JAVA_BYTE, payloadOffset + i) != (byte) (tag + i + 1);
    }
  }
}
