package org.ronsel.stress;

import java.lang.foreign.ValueLayout;
import org.ronsel.transport.RecordHandler;
import org.ronsel.transport.RecordView;

/**
 * The records that a consumer has received: checks that records are whole and that those of each
 * producer come in order. Every field of a record follows from its number; the number is its tag.
 */
final class ReceivedRecords implements RecordHandler {
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

  /** The number of records received so far; at least {@link #BROKEN} if one of them was wrong. */
  int verdict() {
    return broken ? BROKEN + count : count;
  }

  @Override
  public void onRecord(RecordView record) {
    int tag = record.tag();
    int bytes = record.payloadBytes();
    Object attachment = record.attachment();
    count++;
    broken |= tag != next[record.source()]++;
    broken |= record.header() != tag + 1 || record.context() != ~tag;
    broken |= record.length() != bytes || record.cookie() != -tag;
    broken |= attachment != null && !attachment.equals(tag);
    for (int i = 0; i < bytes; i++) {
      byte at = record.payload().get(ValueLayout.JAVA_BYTE, record.payloadOffset() + i);
      broken |= at != (byte) (tag + i + 1);
    }
  }
}
