package org.ronsel.conformance;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.ronsel.Comm;
import org.ronsel.Datatype;
import org.ronsel.ErrorClass;
import org.ronsel.Request;
import org.ronsel.Ronsel;
import org.ronsel.Status;
import org.ronsel.TruncationException;

/** Buffers: every primitive array, memory segments and byte buffers, in any combination. */
final class BufferScenarios {
  private static final int[] LENGTHS = {0, 1, 3, 64, 1000, 60_000};

  private BufferScenarios() {}

  private static int next(Comm world) {
    return (world.rank() + 1) % world.size();
  }

  private static int previous(Comm world) {
    return (world.rank() + world.size() - 1) % world.size();
  }

  static void arraysOfEveryTypeTravelInEveryMode(Comm world) {
    for (Primitives type : Primitives.ALL) {
      for (int length : LENGTHS) {
        Object out = type.values(length, length);
        for (String call : new String[] {"iSend", "iSendSynchronous"}) {
          Object in = type.zeros(length);
          Request send = type.startSend(call, world, out, 0, length, next(world), 1);
          Status status = type.receive(world, in, previous(world), 1);
          Check.equal((long) length, status.count(), "count of " + type);
          Check.equal((long) length * type.bytes(), status.bytes(), "bytes of " + type);
          Check.equal(out, in, call + " of " + type + "[" + length + "]");
          send.await();
        }
        for (String call : new String[] {"send", "sendSynchronous"}) {
          Object in = type.zeros(length);
          Request receive = type.startReceive(world, in, 0, length, previous(world), 1);
          type.send(call, world, out, next(world), 1);
          Check.equal((long) length, receive.await().count(), "count of " + type);
          Check.equal(out, in, call + " of " + type + "[" + length + "]");
        }
        Object in = type.zeros(length);
        type.sendReceive(world, out, next(world), in, previous(world), 1);
        Check.equal(out, in, "sendReceive of " + type + "[" + length + "]");
      }
    }
    Together.barrier(world);
  }

  static void aPartOfAnArrayGoesToAPartOfAnother(Comm world) {
    for (Primitives type : Primitives.ALL) {
      for (int length : LENGTHS) {
        Object out = type.values(length + 5, 1);
        Object in = type.values(length + 7, 2);
        Object expected = type.values(length + 7, 2);
        System.arraycopy(out, 3, expected, 4, length);
        Request receive = type.startReceive(world, in, 4, length + 3, previous(world), 1);
        type.send("send", world, out, 3, length, next(world), 1);
        Check.equal((long) length, receive.await().count(), "count of " + type);
        Check.equal(expected, in, "part of " + type + "[" + length + "]");
      }
    }
    Together.barrier(world);
  }

  static void segmentsAndArraysOfEveryTypeMeet(Comm world) {
    try (Arena arena = Arena.ofShared()) {
      for (Primitives type : Primitives.ALL) {
        for (int length : LENGTHS) {
          long bytes = (long) length * type.bytes();
          Object values = type.values(length, 3);
          MemorySegment heap = MemorySegment.ofArray(new byte[(int) bytes + 3]);
          MemorySegment unaligned = arena.allocate(bytes + 3);

          Request send = type.startSend("iSend", world, values, 0, length, next(world), 1);
          Status status = world.receive(unaligned, type.datatype(), 3, length, previous(world), 1);
          Check.equal((long) length, status.count(), "count of " + type);
          send.await();
          checkElements(type, values, unaligned.asSlice(3));

          send =
              world.iSendSynchronous(unaligned.asSlice(3), type.datatype(), length, next(world), 1);
          world.receive(heap, type.datatype(), 3, length, Ronsel.ANY_SOURCE, 1);
          send.await();
          checkElements(type, values, heap.asSlice(3));

          Object back = type.zeros(length);
          Request receive = type.startReceive(world, back, 0, length, previous(world), 1);
          world.send(heap, type.datatype(), 3, length, next(world), 1);
          receive.await();
          Check.equal(values, back, "array of " + type);
        }
      }
      Together.barrier(world);
    }
  }

  private static void checkElements(Primitives type, Object values, MemorySegment segment) {
    for (int i = 0; i < Array.getLength(values); i++) {
      Object expected = Array.get(values, i);
      Object actual = type.datatype().get(segment, i);
      if (!expected.equals(actual)) {
        Check.equal(expected, actual, "element " + i + " of " + type);
      }
    }
  }

  static void segmentsWithoutADatatypeAreBytes(Comm world) {
    try (Arena arena = Arena.ofShared()) {
      for (int bytes : new int[] {0, 1, 17, 5000, 400_001}) {
        MemorySegment out = arena.allocate(bytes);
        for (int i = 0; i < bytes; i++) {
          out.set(ValueLayout.JAVA_BYTE, i, (byte) (i * 3 + world.rank()));
        }
        MemorySegment in = arena.allocate(bytes + 10L);
        Status status = world.sendReceive(out, next(world), 1, in.asSlice(5), previous(world), 1);
        Check.equal((long) bytes, status.count(), "count");
        checkBytes(world, in, 5, bytes);

        in.fill((byte) 0);
        Request both = world.iSendReceive(out, next(world), 1, in.asSlice(5), previous(world), 1);
        Check.equal((long) bytes, both.await().count(), "count");
        checkBytes(world, in, 5, bytes);

        in.fill((byte) 0);
        Request receive = world.iReceive(in, 2, bytes, previous(world), 1);
        world.send(out, 0, bytes, next(world), 1);
        receive.await();
        checkBytes(world, in, 2, bytes);

        byte[] array = new byte[bytes];
        Request send = world.iSend(out.asReadOnly(), next(world), 1);
        world.receive(array, previous(world), 1);
        send.await();
        checkBytes(world, MemorySegment.ofArray(array), 0, bytes);

        Status filled = new Status();
        send = world.iSendSynchronous(out, next(world), 1);
        world.receive(in, 0, bytes, previous(world), 1, filled);
        Check.equal((long) bytes, filled.bytes(), "bytes");
        send.await();
      }
      Together.barrier(world);
    }
  }

  private static void checkBytes(Comm world, MemorySegment in, long offset, int bytes) {
    for (int i = 0; i < bytes; i++) {
      byte expected = (byte) (i * 3 + previous(world));
      byte actual = in.get(ValueLayout.JAVA_BYTE, offset + i);
      if (expected != actual) {
        throw new AssertionError("byte " + i + ": expected " + expected + ", got " + actual);
      }
    }
  }

  static void confinedSegmentsAreTouchedByTheirThreadAlone(Comm world) {
    try (Arena arena = Arena.ofConfined()) {
      for (long count : new long[] {0, 10, 2000, 300_000}) {
        MemorySegment out = arena.allocate(Datatype.INT.layout(), count);
        out.fill((byte) (world.rank() + 1));
        MemorySegment in = arena.allocate(Datatype.INT.layout(), count);
        Request receive = world.iReceive(in, Datatype.INT, count, previous(world), 1);
        world.send(out, Datatype.INT, count, next(world), 1);
        Check.equal(count, receive.await().count(), "count");
        checkFilled(in, previous(world) + 1);

        in.fill((byte) 0);
        Request send = world.iSend(out, Datatype.INT, count, next(world), 1);
        world.probe(previous(world), 1);
        world.receive(in, Datatype.INT, count, previous(world), 1);
        checkFilled(in, previous(world) + 1);
        send.await();
      }
      Together.barrier(world);
    }
  }

  private static void checkFilled(MemorySegment segment, int value) {
    for (long i = 0; i < segment.byteSize(); i++) {
      if (segment.get(ValueLayout.JAVA_BYTE, i) != value) {
        throw new AssertionError("byte " + i + " is not " + value);
      }
    }
  }

  static void byteBuffersMoveWhatRemains(Comm world) {
    for (int bytes : new int[] {0, 1, 100, 5000, 300_000}) {
      for (int kind = 0; kind < 4; kind++) {
        ByteBuffer out = buffer(kind, bytes + 9).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < bytes; i++) {
          out.put(4 + i, (byte) (i * 3 + world.rank()));
        }
        out.position(4).limit(4 + bytes);
        ByteBuffer before = buffer((kind + 1) % 4, bytes + 20).position(7);
        world.iSendReceive(out, next(world), 1, before, previous(world), 1).await();
        checkBuffer(world, before, 7, bytes);

        ByteBuffer in = buffer((kind + 1) % 4, bytes + 20).position(7);
        Status status = world.sendReceive(out, next(world), 1, in, previous(world), 1);
        Check.equal((long) bytes, status.bytes(), "bytes");
        checkBuffer(world, in, 7, bytes);

        ByteBuffer readOnly = out.asReadOnlyBuffer();
        ByteBuffer again = buffer(kind, bytes + 20).position(1).limit(1 + bytes);
        Request send =
            kind % 2 == 0
                ? world.iSend(readOnly, next(world), 1)
                : world.iSendSynchronous(readOnly, next(world), 1);
        world.receive(again, previous(world), 1);
        send.await();
        checkBuffer(world, again.limit(again.capacity()), 1, bytes);

        byte[] array = new byte[bytes];
        Request receive = world.iReceive(array, previous(world), 1);
        world.send(out, next(world), 1);
        receive.await();
        checkBytes(world, MemorySegment.ofArray(array), 0, bytes);
        Check.equal(4, out.position(), "position");
        Check.equal(4 + bytes, out.limit(), "limit");

        receive = world.iReceive(in, previous(world), 1);
        world.sendSynchronous(out, next(world), 1);
        Check.equal((long) bytes, receive.await().count(), "count");
      }
    }
    Together.barrier(world);
  }

  private static ByteBuffer buffer(int kind, int capacity) {
    return switch (kind) {
      case 0 -> ByteBuffer.allocate(capacity);
      case 1 -> ByteBuffer.allocateDirect(capacity);
      case 2 -> ByteBuffer.allocate(capacity + 11).slice(11, capacity);
      default -> Arena.ofAuto().allocate(capacity).asByteBuffer();
    };
  }

  private static void checkBuffer(Comm world, ByteBuffer in, int position, int bytes) {
    Check.equal(position, in.position(), "position");
    for (int i = 0; i < in.limit(); i++) {
      boolean inside = i >= position && i < position + bytes;
      byte expected = inside ? (byte) ((i - position) * 3 + previous(world)) : 0;
      if (in.get(i) != expected) {
        throw new AssertionError("byte " + i + ": expected " + expected + ", got " + in.get(i));
      }
    }
  }

  static void aStatusIsFilledAgainAndAgain(Comm world) {
    Status status = new Status();
    double[] in = new double[10];
    for (int count = 1; count <= 10; count++) {
      Request send = world.iSend(new double[10], 0, count, next(world), count);
      world.receive(in, previous(world), Ronsel.ANY_TAG, status);
      Check.equal((long) count, status.count(), "count");
      Check.equal(8L * count, status.bytes(), "bytes");
      Check.equal(count, status.tag(), "tag");
      Check.equal(previous(world), status.source(), "source");
      send.await();
    }
  }

  @Ranks(min = 2, megabytes = 100)
  static void longMessagesBetweenNativeMemoryAndArrays(Comm world) {
    long bytes = (3L << 20) + 5;
    int next = (world.rank() + 1) % world.size();
    int previous = (world.rank() + world.size() - 1) % world.size();
    try (Arena arena = Arena.ofShared()) {
      MemorySegment out = arena.allocate(bytes + 16, 8).asSlice(8, bytes);
      MemorySegment in = arena.allocate(bytes + 7, 1).asSlice(7, bytes);
      byte[] array = new byte[(int) bytes + 3];
      for (long i = 0; i < bytes; i++) {
        out.set(ValueLayout.JAVA_BYTE, i, (byte) (i * 7 + world.rank()));
      }
      Request first = world.iSend(out, next, 1);
      Request second = world.iSend(out, next, 2);
      Request shortened = world.iSend(out, next, 3);
      world.receive(array, 3, (int) bytes, previous, 2);
      Check.equal(bytes, world.receive(in, previous, 1).bytes(), "bytes");
      for (long i = 0; i < bytes; i++) {
        byte expected = (byte) (i * 7 + previous);
        if (in.get(ValueLayout.JAVA_BYTE, i) != expected || array[(int) i + 3] != expected) {
          Check.equal(expected, in.get(ValueLayout.JAVA_BYTE, i), "byte " + i);
          Check.equal(expected, array[(int) i + 3], "element " + i);
        }
      }
      Check.fails(
          TruncationException.class,
          ErrorClass.TRUNCATE,
          () -> world.receive(in.asSlice(0, bytes / 2), previous, 3));
      Request.awaitAll(first, second, shortened);
    }
    Together.barrier(world);
  }

  @Ranks(min = 2, megabytes = 5000)
  static void aMessageMayBeLongerThanTwoGibibytes(Comm world) {
    long count = (1L << 28) + 12_345; // longs: 2 GiB and a bit
    if (world.rank() < 2) {
      try (Arena arena = Arena.ofShared()) {
        MemorySegment segment = arena.allocate(count * 8, 8);
        if (world.rank() == 0) {
          for (long i = 0; i < count; i += 511) {
            segment.setAtIndex(ValueLayout.JAVA_LONG, i, i);
          }
          segment.setAtIndex(ValueLayout.JAVA_LONG, count - 1, -1);
          world.send(segment, Datatype.LONG, count, 1, 1);
        } else {
          Status status = world.receive(segment, Datatype.LONG, count, 0, 1);
          Check.equal(count, status.count(), "count");
          Check.equal(count * 8, status.bytes(), "bytes");
          for (long i = 0; i < count - 1; i += 511) {
            if (segment.getAtIndex(ValueLayout.JAVA_LONG, i) != i) {
              throw new AssertionError("element " + i);
            }
          }
          Check.equal(-1L, segment.getAtIndex(ValueLayout.JAVA_LONG, count - 1), "last element");
        }
      }
    }
    Together.barrier(world);
  }

  static void aBooleanIsOneByteThatIsZeroOrNot(Comm world) {
    MemorySegment odd = MemorySegment.ofArray(new byte[] {0, 1, 2, -1});
    Request send = world.iSend(odd, Datatype.BOOLEAN, 4, next(world), 1);
    boolean[] in = new boolean[4];
    world.receive(in, previous(world), 1);
    Check.equal("[false, true, true, true]", Arrays.toString(in), "booleans");
    send.await();
  }
}
