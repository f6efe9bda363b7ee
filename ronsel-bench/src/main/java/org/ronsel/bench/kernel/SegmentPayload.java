package org.ronsel.bench.kernel;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import org.ronsel.Comm;
import org.ronsel.Datatype;
import org.ronsel.PersistentRequest;
import org.ronsel.Request;
import org.ronsel.Ronsel;
import org.ronsel.SendMode;
import org.ronsel.Status;
import org.ronsel.UntypedComm;
import org.ronsel.bench.method.Message;
import org.ronsel.bench.method.MessageLayout;
import org.ronsel.bench.method.Settings.Memory;

/** Messages in native memory, and messages of a derived datatype in any memory. */
final class SegmentPayload extends Payload {
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final int ALIGNMENT = 64;

  private final Object buffer;
  private final MemorySegment segment;
  private final MessageLayout layout;
  private final Datatype<?> type;
  private final int count;
  private final int stride;
  private final long lastStamp;

  private SegmentPayload(
      int size, Object buffer, MemorySegment segment, MessageLayout layout, int stride) {
    super(size);
    this.buffer = buffer;
    this.segment = segment;
    this.layout = layout;
    this.stride = stride;
    this.type = typeOf(layout, size);
    this.count = layout.isDense() ? size : 1;
    this.lastStamp = size >= 2 * Long.BYTES ? layout.position(size - Long.BYTES) : 0;
  }

  /** Creates messages in a Java array, laid out as a derived datatype. */
  static SegmentPayload onArray(int size, int slots, MessageLayout layout) {
    int stride = Math.toIntExact(layout.extent(size));
    byte[] array = new byte[Math.multiplyExact(stride, slots)];
    return new SegmentPayload(size, array, MemorySegment.ofArray(array), layout, stride);
  }

  /** Creates messages in native memory. */
  static SegmentPayload offHeap(int size, int slots, MessageLayout layout, Memory memory) {
    int stride = Math.toIntExact(layout.extent(size));
    long bytes = Math.max(ALIGNMENT, (long) stride * slots);
    MemorySegment whole =
        memory == Memory.ALLOCATED
            ? Ronsel.allocate(bytes)
            : Arena.ofAuto().allocate(bytes, ALIGNMENT);
    MemorySegment used = whole.asSlice(0, (long) stride * slots);
    return new SegmentPayload(size, used, used, layout, stride);
  }

  private static Datatype<?> typeOf(MessageLayout layout, int size) {
    if (size == 0) {
      return Datatype.BYTE;
    }
    return switch (layout.kind()) {
      case NONE -> Datatype.BYTE;
      case CONT -> Datatype.contiguous(size, Datatype.BYTE);
      case VECT ->
          Datatype.vector(size / layout.block(), layout.block(), layout.stride(), Datatype.BYTE);
      case INDX -> {
        long[] displacements = new long[size / layout.block()];
        for (int i = 0; i < displacements.length; i++) {
          displacements[i] = layout.displacement(i);
        }
        yield Datatype.indexedBlock(layout.block(), displacements, Datatype.BYTE);
      }
    };
  }

  @Override
  void stamp(int slot, long number) {
    long at = (long) slot * stride;
    if (size >= Long.BYTES) {
      segment.set(LONG, at, number);
      if (size >= 2 * Long.BYTES) {
        segment.set(LONG, at + lastStamp, number);
      }
    } else if (size > 0) {
      segment.set(ValueLayout.JAVA_BYTE, at, (byte) number);
    }
  }

  @Override
  long readStamp(int slot) {
    long at = (long) slot * stride;
    if (size >= 2 * Long.BYTES) {
      return segment.get(LONG, at) + segment.get(LONG, at + lastStamp);
    }
    if (size >= Long.BYTES) {
      return segment.get(LONG, at);
    }
    return size > 0 ? segment.get(ValueLayout.JAVA_BYTE, at) & 0xff : 0;
  }

  @Override
  void fill(int slot, int seed) {
    byte[] whole = new byte[size];
    Message.fill(whole, size, seed);
    long at = (long) slot * stride;
    for (int i = 0; i < size; i++) {
      segment.set(ValueLayout.JAVA_BYTE, at + layout.position(i), whole[i]);
    }
  }

  @Override
  void check(int slot, int seed) {
    byte[] whole = new byte[size];
    long at = (long) slot * stride;
    for (int i = 0; i < size; i++) {
      whole[i] = segment.get(ValueLayout.JAVA_BYTE, at + layout.position(i));
    }
    Message.check(whole, size, seed);
  }

  private long at(int slot) {
    return (long) slot * stride;
  }

  @Override
  void send(Comm comm, int slot, int dest, int tag) {
    comm.untyped().send(SendMode.STANDARD, buffer, type, at(slot), count, dest, tag);
  }

  @Override
  void receive(Comm comm, int slot, int source, int tag) {
    comm.untyped().receive(buffer, type, at(slot), count, source, tag, new Status());
  }

  @Override
  Request iSend(Comm comm, int slot, int dest, int tag) {
    return comm.untyped().iSend(SendMode.STANDARD, buffer, type, at(slot), count, dest, tag);
  }

  @Override
  Request iReceive(Comm comm, int slot, int source, int tag) {
    return comm.untyped().iReceive(buffer, type, at(slot), count, source, tag);
  }

  @Override
  PersistentRequest persistentSend(Comm comm, int slot, int dest, int tag) {
    UntypedComm untyped = comm.untyped();
    return untyped.persistentSend(SendMode.STANDARD, buffer, type, at(slot), count, dest, tag);
  }

  @Override
  PersistentRequest persistentReceive(Comm comm, int slot, int source, int tag) {
    return comm.untyped().persistentReceive(buffer, type, at(slot), count, source, tag);
  }

  @Override
  void sendReceive(Comm comm, int slot, int dest, Payload into, int intoSlot, int source, int tag) {
    SegmentPayload other = (SegmentPayload) into;
    comm.untyped()
        .sendReceive(
            buffer,
            type,
            at(slot),
            count,
            dest,
            tag,
            other.buffer,
            other.type,
            other.at(intoSlot),
            other.count,
            source,
            tag);
  }

  @Override
  Object buffer() {
    return buffer;
  }

  @Override
  Datatype<?> type() {
    return type;
  }

  @Override
  int count() {
    return count;
  }
}
