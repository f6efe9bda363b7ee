package org.ronsel.bench.kernel;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;
import org.ronsel.Datatype;
import org.ronsel.Op;
import org.ronsel.Window;
import org.ronsel.bench.method.Message;
import org.ronsel.bench.method.OneSidedCase;
import org.ronsel.bench.method.OneSidedCase.Elements;
import org.ronsel.bench.method.VerificationException;

/**
 * An operation of one rank on the memory of another, and the verification of its results. Both
 * ranks have one and keep the same counts. Its methods are called inside an epoch, or where the
 * memory's owner may load and store.
 */
abstract class OneSidedOperation {
  /** The window. */
  final Window window;

  /** The memory of this rank. */
  final MemorySegment memory;

  /** The rank whose memory is operated on. */
  final int target;

  /** The displacement of its memory. */
  final long at;

  private OneSidedOperation(MeasuredWindow measured, int target) {
    this.window = measured.window();
    this.memory = measured.memory();
    this.target = target;
    this.at = measured.displacements()[target];
  }

  /** Makes an operation on {@code size} bytes of a rank. */
  static OneSidedOperation of(OneSidedCase which, MeasuredWindow window, int target, int size) {
    return switch (which.operation()) {
      case PUT -> new Put(window, target, size);
      case GET -> new Get(window, target, size);
      case ACCUMULATE, GETACCUMULATE -> new Sum(window, target, which, size);
      case FETCHANDOP -> new Ticket(window, target, false);
      case COMPAREANDSWAP -> new Ticket(window, target, true);
      case SELFLOCK, ALLOCATE -> throw new IllegalArgumentException("has no target");
    };
  }

  /** The origin, timed: writes the operation's number into the data to be moved. */
  abstract void stamp();

  /** The origin, timed: the operation. */
  abstract void operate();

  /** The origin, timed: reads the result of the completed operation. */
  abstract void collect();

  /** Whether the operation waits by itself. */
  boolean isComplete() {
    return false;
  }

  /**
   * The origin: verifies the results of the last {@code operations} operations, and begins anew.
   */
  abstract void verifyOrigin(int operations);

  /** The target: verifies the memory after these operations, and prepares it for the next ones. */
  abstract void verifyTarget(int operations);

  /** The origin: prepares an operation whose data will be checked byte by byte. */
  abstract void fillOrigin(int seed);

  /** The target: prepares its memory for that operation. */
  abstract void fillTarget(int seed);

  /** The origin: checks all data of that operation, and begins anew. */
  abstract void checkOrigin(int seed);

  /** The target: checks its memory likewise, and prepares it for the next operations. */
  abstract void checkTarget(int seed);

  private static final class Put extends OneSidedOperation {
    private final byte[] data;
    private long number;

    Put(MeasuredWindow window, int target, int size) {
      super(window, target);
      this.data = new byte[size];
    }

    @Override
    void stamp() {
      Message.stamp(data, 0, data.length, ++number);
    }

    @Override
    void operate() {
      window.put(data, target, at);
    }

    @Override
    void collect() {}

    @Override
    void verifyOrigin(int operations) {}

    @Override
    void verifyTarget(int operations) {
      number += operations;
      read(data);
      VerificationException.requireEqual(
          "the number of the last put",
          Message.readStamp(data, 0, data.length),
          Message.expectedStamp(data.length, number));
    }

    @Override
    void fillOrigin(int seed) {
      Message.fill(data, data.length, seed);
    }

    @Override
    void fillTarget(int seed) {}

    @Override
    void checkOrigin(int seed) {}

    @Override
    void checkTarget(int seed) {
      read(data);
      Message.check(data, data.length, seed);
    }
  }

  private static final class Get extends OneSidedOperation {
    private final byte[] data;
    private long number;
    private long sum;

    Get(MeasuredWindow window, int target, int size) {
      super(window, target);
      this.data = new byte[size];
    }

    @Override
    void stamp() {}

    @Override
    void operate() {
      window.get(data, target, at);
    }

    @Override
    void collect() {
      sum += Message.readStamp(data, 0, data.length);
    }

    @Override
    void verifyOrigin(int operations) {
      VerificationException.requireEqual(
          "the sum of the numbers", sum, operations * Message.expectedStamp(data.length, number));
      number++;
      sum = 0;
    }

    @Override
    void verifyTarget(int operations) {
      Message.stamp(data, 0, data.length, ++number);
      write(data);
    }

    @Override
    void fillOrigin(int seed) {}

    @Override
    void fillTarget(int seed) {
      Message.fill(data, data.length, seed);
      write(data);
    }

    @Override
    void checkOrigin(int seed) {
      Message.check(data, data.length, seed);
      number++;
      sum = 0;
    }

    @Override
    void checkTarget(int seed) {
      verifyTarget(1);
    }
  }

  private static final class Sum extends OneSidedOperation {
    private final Elements elements;
    private final Datatype<?> type;
    private final int count;
    private final Object data;
    private final Object result;
    private final MemorySegment dataBytes;
    private final MemorySegment resultBytes;
    private final boolean fetches;
    private final @Nullable TargetBox blocks;
    private final Datatype<?> targetType;
    private final int targetCount;
    private long sum;

    Sum(MeasuredWindow window, int target, OneSidedCase which, int size) {
      super(window, target);
      this.elements = which.elements();
      this.fetches = which.operation() == OneSidedCase.Operation.GETACCUMULATE;
      this.blocks = which.inBlocks() ? TargetBox.of(size) : null;
      type =
          switch (elements) {
            case DOUBLES -> Datatype.DOUBLE;
            case LONGS -> Datatype.LONG;
            case SHORTS -> Datatype.SHORT;
          };
      count =
          blocks != null
              ? blocks.count()
              : size / (elements == Elements.SHORTS ? Short.BYTES : Long.BYTES);
      targetType = blocks != null ? blocks.type(type) : type;
      targetCount = blocks != null ? 1 : count;
      data = array(elements, count);
      result = array(elements, count);
      dataBytes = bytes(data);
      resultBytes = bytes(result);
      fill(dataBytes, 0, 1);
    }

    private static Object array(Elements elements, int count) {
      return switch (elements) {
        case DOUBLES -> new double[count];
        case LONGS -> new long[count];
        case SHORTS -> new short[count];
      };
    }

    private static MemorySegment bytes(Object array) {
      return switch (array) {
        case double[] doubles -> MemorySegment.ofArray(doubles);
        case long[] longs -> MemorySegment.ofArray(longs);
        case short[] shorts -> MemorySegment.ofArray(shorts);
        default -> throw new IllegalArgumentException("no array of elements");
      };
    }

    private void set(MemorySegment in, int i, long value) {
      switch (elements) {
        case DOUBLES -> in.setAtIndex(ValueLayout.JAVA_DOUBLE_UNALIGNED, i, value);
        case LONGS -> in.setAtIndex(ValueLayout.JAVA_LONG_UNALIGNED, i, value);
        case SHORTS -> in.setAtIndex(ValueLayout.JAVA_SHORT_UNALIGNED, i, (short) value);
      }
    }

    private long at(MemorySegment in, int i) {
      return switch (elements) {
        case DOUBLES -> (long) in.getAtIndex(ValueLayout.JAVA_DOUBLE_UNALIGNED, i);
        case LONGS -> in.getAtIndex(ValueLayout.JAVA_LONG_UNALIGNED, i);
        case SHORTS -> in.getAtIndex(ValueLayout.JAVA_SHORT_UNALIGNED, i);
      };
    }

    private void fill(MemorySegment packed, long slope, long first) {
      for (int i = 0; i < count; i++) {
        set(packed, i, slope * (i % 1000) + first);
      }
    }

    private void check(MemorySegment packed, long slope, long first) {
      for (int i = 0; i < count; i++) {
        VerificationException.requireEqual(
            "element " + i, at(packed, i), slope * (i % 1000) + first);
      }
    }

    /** The index of a value at the target. */
    private int place(int i) {
      return blocks != null ? blocks.place(i) : i;
    }

    @Override
    void stamp() {}

    @Override
    void operate() {
      if (fetches) {
        window
            .untyped()
            .getAccumulate(
                data, type, 0, count, result, type, 0, count, target, at, type, count, Op.SUM);
      } else {
        window
            .untyped()
            .accumulate(data, type, 0, count, target, at, targetType, targetCount, Op.SUM);
      }
    }

    @Override
    void collect() {
      if (fetches && count > 0) {
        sum += at(resultBytes, count - 1);
      }
    }

    @Override
    void verifyOrigin(int operations) {
      if (fetches && count > 0 && elements != Elements.SHORTS) {
        VerificationException.requireEqual(
            "the sum of the results", sum, operations * (operations - 1L) / 2);
      }
      sum = 0;
    }

    @Override
    void verifyTarget(int operations) {
      if (count > 0) {
        long expected = elements == Elements.SHORTS ? (short) operations : operations;
        VerificationException.requireEqual("the first sum", at(memory, 0), expected);
        VerificationException.requireEqual("the last sum", at(memory, place(count - 1)), expected);
      }
      memory.fill((byte) 0);
    }

    @Override
    void fillOrigin(int seed) {
      fill(dataBytes, 3, seed % 1000);
    }

    @Override
    void fillTarget(int seed) {
      for (int i = 0; i < count; i++) {
        set(memory, place(i), 2 * (i % 1000) + seed % 1000);
      }
    }

    @Override
    void checkOrigin(int seed) {
      if (fetches) {
        check(resultBytes, 2, seed % 1000);
      }
      fill(dataBytes, 0, 1);
      sum = 0;
    }

    @Override
    void checkTarget(int seed) {
      for (int i = 0; i < count; i++) {
        VerificationException.requireEqual(
            "element " + i, at(memory, place(i)), 5 * (i % 1000) + 2 * (seed % 1000));
      }
      memory.fill((byte) 0);
    }
  }

  /** A counter: the origin takes number after number. */
  private static final class Ticket extends OneSidedOperation {
    private final boolean swaps;
    private long next;
    private long got;
    private long sum;

    Ticket(MeasuredWindow window, int target, boolean swaps) {
      super(window, target);
      this.swaps = swaps;
    }

    @Override
    void stamp() {}

    @Override
    void operate() {
      got =
          swaps
              ? window.compareAndSwap(next, next + 1, target, at)
              : window.fetchAndOp(1L, target, at, Op.SUM);
      next++;
    }

    @Override
    void collect() {
      sum += got;
    }

    @Override
    boolean isComplete() {
      return true;
    }

    @Override
    void verifyOrigin(int operations) {
      VerificationException.requireEqual(
          "the sum of the tickets", sum, operations * (operations - 1L) / 2);
      next = 0;
      sum = 0;
    }

    @Override
    void verifyTarget(int operations) {
      VerificationException.requireEqual(
          "the counter", memory.get(ValueLayout.JAVA_LONG_UNALIGNED, 0), operations);
      memory.fill((byte) 0);
    }

    @Override
    void fillOrigin(int seed) {
      next = seed;
    }

    @Override
    void fillTarget(int seed) {
      memory.set(ValueLayout.JAVA_LONG_UNALIGNED, 0, seed);
    }

    @Override
    void checkOrigin(int seed) {
      VerificationException.requireEqual("the ticket", got, seed);
      next = 0;
      sum = 0;
    }

    @Override
    void checkTarget(int seed) {
      verifyTarget(seed + 1);
    }
  }

  final void read(byte[] into) {
    MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, 0, into, 0, into.length);
  }

  final void write(byte[] from) {
    MemorySegment.copy(from, 0, memory, ValueLayout.JAVA_BYTE, 0, from.length);
  }
}
