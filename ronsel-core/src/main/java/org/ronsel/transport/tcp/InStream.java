package org.ronsel.transport.tcp;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.SelectionKey;
import org.jspecify.annotations.Nullable;
import org.ronsel.ErrorPlace;
import org.ronsel.ProcessFailedException;
import org.ronsel.memory.NativeWords;
import org.ronsel.transport.DataPlace;
import org.ronsel.transport.Envelope;
import org.ronsel.transport.MalformedRecordException;
import org.ronsel.transport.RecordDescriptor;
import org.ronsel.transport.RecordView;
import org.ronsel.transport.Sink;

/**
 * The incoming stream of one connection of a link: records, and data of messages behind those that
 * announce them; on all connections but the first one data alone. Data go straight to where they
 * belong, if that is native memory of the program, and else into a block. Under the engine's lock.
 */
final class InStream {
  private final TcpLink link;
  private final TcpTransport transport;
  private final int peer;

  /** Whether this is the first connection of the link. */
  private final boolean takesRecords;

  /** Set once, by the selector's thread, before the channel. */
  private @Nullable SelectionKey key;

  /** Set once, by the selector's thread. */
  private volatile @Nullable Connection channel;

  /** The beginning of a record that has not arrived as a whole, and the record's length. */
  private @Nullable MemorySegment begun;

  private int begunBytes;

  /** The record of data that arrive. */
  private @Nullable RecordView dataRecord;

  private @Nullable MemorySegment dataRecordMemory;

  /** The destination of arriving data; null where there is none. */
  private @Nullable ByteBuffer data;

  private int dataBytes;

  /** Bytes of the same record that follow {@link #dataBytes} and go into the next block. */
  private int furtherBytes;

  /** The block that {@link #data} lies in; null if that is the place where the data belong. */
  private BlockPool.@Nullable Block block;

  private final DataPlace place = new DataPlace();
  private final NativeView view = new NativeView();
  private boolean over;
  private boolean hot;
  private int misses;

  InStream(TcpLink link, TcpTransport transport, boolean takesRecords) {
    this.link = link;
    this.transport = transport;
    this.peer = link.peer();
    this.takesRecords = takesRecords;
  }

  void connected(Connection connection, SelectionKey key) {
    this.key = key;
    channel = connection;
  }

  TcpLink link() {
    return link;
  }

  /** Something may have arrived; the selector's thread. */
  void becameReady() {
    if (takesRecords) {
      link.flush();
    }
    transport.arrived(this);
  }

  /** Asks the selector to tell when something arrives; whether it was not asked already. */
  boolean leaveToSelector() {
    SelectionKey told = key;
    Connection connection = channel;
    if (connection == null || told == null || over) {
      return false;
    }
    if (connection.holdsMore()) {
      transport.arrived(this); // it goes on, as if the selector had told at once
    }
    boolean writes = takesRecords && link.isPending();
    try {
      told.interestOpsOr(SelectionKey.OP_READ | (writes ? SelectionKey.OP_WRITE : 0));
      return true;
    } catch (CancelledKeyException closed) {
      return false;
    }
  }

  /** The failure has been told: nothing will come any more. */
  boolean isOver() {
    return over;
  }

  /** Whether its transport reads from it, rather than the selector looking. */
  boolean isHot() {
    return hot;
  }

  void setHot(boolean now) {
    hot = now;
  }

  /** Reads in vain since something came. */
  int misses() {
    return misses;
  }

  /**
   * Hands over what has arrived; under the engine's lock.
   *
   * @return a number other than 0 if anything has
   */
  int receive(Sink sink) {
    Connection connection = channel;
    if (!link.hasFailed() && connection != null) {
      try {
        int count = data == null ? records(connection, sink) : data(connection, sink);
        misses = count == 0 ? misses + 1 : 0;
        return count;
      } catch (MalformedRecordException | IndexOutOfBoundsException malformed) {
        link.failed(
            new ProcessFailedException(
                ErrorPlace.of(link.rank())
                    .message("what rank " + peer + " sends is damaged: " + malformed.getMessage()),
                malformed));
      } catch (IOException e) {
        link.failed(String.valueOf(e.getMessage()));
      }
    }
    if (!link.hasFailed() || over) {
      return 0;
    }
    over = true;
    link.tellFailure(sink);
    ByteBuffer unfinished = data;
    data = null;
    if (unfinished != null && block == null) {
      sink.placed(place, dataBytes - unfinished.remaining(), dataBytes);
    }
    return 1;
  }

  private static int arrived(long bytes) throws IOException {
    if (bytes < 0) {
      throw new IOException("it has closed the connection");
    }
    return (int) bytes;
  }

  private int records(Connection connection, Sink sink) throws IOException {
    TcpTransport.Arrivals in = transport.arrivals();
    ByteBuffer buffer = in.buffer.clear();
    MemorySegment beginning = begun;
    if (beginning != null && begunBytes > 0) {
      MemorySegment.copy(beginning, 0, in.memory, 0, begunBytes);
      buffer.position(begunBytes);
    }
    if (arrived(connection.read(buffer)) == 0) {
      return 0;
    }
    begunBytes = 0;
    return parse(in, buffer.position(), sink);
  }

  /** Reads the rest of some data, and no more of what follows than the next record. */
  private int data(Connection connection, Sink sink) throws IOException {
    if (block == null && !place.isWritableHere()) {
      displace(sink);
    }
    ByteBuffer to = data;
    if (to == null) {
      return 0;
    }
    TcpTransport.Arrivals in = transport.arrivals();
    // Of several buffers the JDK keeps a list, if one is memory of an arena.
    boolean alone = block == null || furtherBytes > 0;
    in.pair[0] = to;
    in.pair[1] = in.buffer.clear().limit(RecordDescriptor.ALIGNMENT);
    int count;
    try {
      count = arrived(alone ? connection.read(to) : connection.read(in.pair));
    } catch (IllegalStateException closed) {
      if (block != null) {
        throw closed;
      }
      displace(sink);
      return 1;
    }
    if (count == 0) {
      return 0;
    }
    if (to.hasRemaining()) {
      return 1;
    }
    deliverData(sink);
    return alone ? 1 : 1 + parse(in, in.buffer.position(), sink);
  }

  /**
   * Hands over the records in the buffer up to {@code last}, and keeps the beginning of one at its
   * end.
   */
  private int parse(TcpTransport.Arrivals in, int last, Sink sink) {
    int end = last;
    int at = 0;
    int count = 0;
    while (end - at >= RecordDescriptor.ALIGNMENT) {
      RecordView record = in.view;
      record.wrap(at);
      int payload = record.payloadBytes();
      if (record.kind() == Envelope.FRAGMENT && record.has(OutPart.STREAMED)) {
        begin(in, at, record, sink);
        at += RecordDescriptor.ALIGNMENT;
        while (data != null && at < end) {
          at += take(in, at, end, sink);
          if (isDataThere()) {
            deliverData(sink);
          }
        }
        if ((at & Long.BYTES - 1) != 0 && at < end) {
          in.buffer.limit(end).position(at);
          in.buffer.compact(); // records are aligned in memory
          end -= at;
          at = 0;
        }
        count++;
        continue;
      }
      if (!takesRecords) {
        throw new MalformedRecordException("a record on a connection for data");
      }
      if (payload < 0 || payload > TcpOptions.INLINE_LIMIT || record.source() != peer) {
        throw new MalformedRecordException(
            "record of rank " + record.source() + " with " + payload + " bytes");
      }
      int bytes = OutQueue.bytes(payload);
      if (end - at < bytes) {
        break;
      }
      link.heard(in.word(at));
      if (record.kind() != TcpLink.UPDATE) {
        sink.onRecord(record);
        if (payload > RecordDescriptor.SHORT_PAYLOAD_BYTES) {
          link.consumed(payload);
        }
      }
      at += bytes;
      count++;
    }
    keep(in, at, end);
    return Math.max(count, 1);
  }

  private void keep(TcpTransport.Arrivals in, int at, int end) {
    if (at == end) {
      return;
    }
    MemorySegment beginning = begun;
    if (beginning == null) {
      int most = OutQueue.bytes(TcpOptions.INLINE_LIMIT);
      beginning = MemorySegment.ofBuffer(ByteBuffer.allocateDirect(most));
      begun = beginning;
    }
    begunBytes = end - at;
    MemorySegment.copy(in.memory, at, beginning, 0, begunBytes);
  }

  // ---- data ----

  private void begin(TcpTransport.Arrivals in, int at, RecordView record, Sink sink) {
    int bytes = record.payloadBytes();
    boolean counted = record.has(OutPart.COUNTED);
    if (bytes <= 0
        || bytes > TcpOptions.BLOCK_BYTES
        || record.source() != peer
        || counted && !takesRecords) {
      throw new MalformedRecordException(
          "data of rank " + record.source() + ", " + bytes + " bytes");
    }
    long word = in.word(at);
    if (word != OutPart.NO_NEWS) {
      link.heard(word);
    }
    MemorySegment kept = dataRecordMemory;
    if (kept == null) {
      kept = MemorySegment.ofBuffer(ByteBuffer.allocateDirect(RecordDescriptor.ALIGNMENT));
      dataRecordMemory = kept;
      dataRecord = new RecordView(kept);
    }
    MemorySegment.copy(in.memory, at, kept, 0, RecordDescriptor.ALIGNMENT);
    Connection connection = channel;
    dataBytes = bytes;
    if (connection != null && connection.isPlain() && sink.place(record, bytes, place)) {
      MemorySegment memory = place.memory();
      if (memory != null) {
        data = view.of(memory, place.offset(), bytes);
        return;
      }
    }
    takeBlock(bytes, counted);
  }

  private void takeBlock(int bytes, boolean counted) {
    BlockPool.Block next =
        transport.blocks.take(counted ? link : null, Math.min(bytes, TcpOptions.COPY_BYTES));
    block = next;
    data = next.buffer;
    dataBytes = next.buffer.remaining();
    furtherBytes = bytes - dataBytes;
  }

  /** The record is about the data that follow those which have been taken. */
  private static void goOn(RecordView record, MemorySegment kept, int bytes) {
    NativeWords.setLong(kept, RecordDescriptor.LENGTH, record.length() + bytes);
  }

  /** Takes data that lie behind their record; how many bytes. */
  private int take(TcpTransport.Arrivals in, int at, int end, Sink sink) {
    ByteBuffer to = data;
    int bytes = to == null ? 0 : Math.min(to.remaining(), end - at);
    if (to == null || bytes == 0) {
      return 0;
    }
    BlockPool.Block mine = block;
    int filled = dataBytes - to.remaining();
    MemorySegment memory = mine == null ? place.memory() : mine.memory;
    if (memory == null) {
      return 0;
    }
    try {
      MemorySegment.copy(
          in.memory, at, memory, mine == null ? place.offset() + filled : filled, bytes);
      to.position(to.position() + bytes);
      return bytes;
    } catch (IllegalStateException closed) {
      if (mine != null) {
        throw closed;
      }
      displace(sink);
      return take(in, at, end, sink);
    }
  }

  /** Goes on in a block: the place is not there any more, or is another thread's. */
  private void displace(Sink sink) {
    ByteBuffer to = data;
    RecordView record = dataRecord;
    MemorySegment kept = dataRecordMemory;
    if (to == null || record == null || kept == null) {
      return;
    }
    int rest = to.remaining();
    int there = dataBytes - rest;
    sink.placed(place, there, dataBytes);
    record.wrap(0);
    boolean counted = record.has(OutPart.COUNTED);
    if (counted) {
      link.consumed(there);
    }
    goOn(record, kept, there);
    takeBlock(rest, counted);
  }

  private boolean isDataThere() {
    ByteBuffer to = data;
    return to != null && !to.hasRemaining();
  }

  private void deliverData(Sink sink) {
    BlockPool.Block full = block;
    RecordView record = dataRecord;
    block = null;
    data = null;
    if (record == null) {
      return;
    }
    record.wrap(0);
    if (full == null) {
      if (record.has(OutPart.COUNTED)) {
        link.consumed(dataBytes);
      }
      sink.placed(place, dataBytes, dataBytes);
      return;
    }
    int bytes = full.buffer.limit();
    record.lendPayload(full.memory, 0, bytes, transport.blocks, full.number);
    try {
      sink.onRecord(record);
    } finally {
      record.returnPayload();
    }
    MemorySegment kept = dataRecordMemory;
    if (furtherBytes > 0 && kept != null) {
      goOn(record, kept, bytes);
      takeBlock(furtherBytes, record.has(OutPart.COUNTED));
    }
  }
}
