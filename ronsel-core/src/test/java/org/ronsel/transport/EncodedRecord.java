package org.ronsel.transport;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A record in memory of its own, as a transport between hosts would have it in a buffer. */
public final class EncodedRecord {
  private final long[] words;

  private EncodedRecord(long[] words) {
    this.words = words;
  }

  /** A record with these fields. */
  public static EncodedRecord of(
      int source, int header, long context, int tag, long length, long cookie, byte[] payload) {
    AtomicReference<EncodedRecord> made = new AtomicReference<>();
    Writer writer = new Writer(source, payload.length, made::set);
    RecordWriter record = writer.claim(payload.length);
    record.envelope(header, context, tag, length, cookie);
    record.payload(payload, 0);
    record.commit();
    return made.get();
  }

  /** A view of the record. */
  public RecordView view() {
    RecordView view = new RecordView(MemorySegment.ofArray(words));
    view.wrap(0);
    return view;
  }

  /** Hands the record over once; it is gone afterwards, as what a view shows always is. */
  public void deliver(RecordHandler to) {
    RecordView view = view();
    try {
      to.onRecord(view);
    } finally {
      Arrays.fill(words, 0x5a5a_5a5a_5a5a_5a5aL);
    }
  }

  /**
   * Writes a record to a link, as an engine does.
   *
   * @return false if the link has no room
   */
  public static boolean offer(
      Link link,
      int header,
      long context,
      int tag,
      long length,
      long cookie,
      byte @Nullable ... payload) {
    byte[] bytes = payload == null ? new byte[0] : payload;
    RecordWriter record = link.claim(bytes.length);
    if (record == null) {
      return false;
    }
    record.envelope(header, context, tag, length, cookie);
    record.payload(bytes, 0);
    record.commit();
    return true;
  }

  /** Writes records into memory of their own, and hands each to whoever takes them. */
  public static final class Writer extends RecordWriter {
    private static final int WORDS = RecordDescriptor.ALIGNMENT / Long.BYTES;

    private final long[] buffer;
    private final Consumer<EncodedRecord> taker;

    /** Makes a writer of records of an endpoint. */
    public Writer(int source, int largestPayload, Consumer<EncodedRecord> taker) {
      this(new long[WORDS + Math.ceilDiv(largestPayload, Long.BYTES)], source, taker);
    }

    private Writer(long[] buffer, int source, Consumer<EncodedRecord> taker) {
      super(MemorySegment.ofArray(buffer), source);
      this.buffer = buffer;
      this.taker = taker;
    }

    /** Room for a record, which there always is. */
    public RecordWriter claim(int payloadBytes) {
      Arrays.fill(buffer, 0x5a5a_5a5a_5a5a_5a5aL); // what is not written stays what it was
      wrap(0, payloadBytes);
      return this;
    }

    @Override
    public void commit() {
      taker.accept(new EncodedRecord(buffer.clone()));
    }

    @Override
    public void abort() {
      // The next record takes the same room.
    }
  }
}
