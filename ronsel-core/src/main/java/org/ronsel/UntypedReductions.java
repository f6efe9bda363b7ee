package org.ronsel;

import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import org.ronsel.collective.reduction.Reduction;
import org.ronsel.data.ElementType;
import org.ronsel.machine.MemoryCopy;

/**
 * The data of a reduction over a datatype, in the form in which its operator takes them: arrays of
 * the basic type if the operator works on basic values, else elements as they lie in user memory.
 */
final class UntypedReductions {
  private final Comm comm;
  private final String call;
  private final Op op;

  /** What the operator works on, and how many of them. */
  private final Datatype<?> unit;

  private final long units;

  /** Bytes of memory in front of the first unit, and of all. */
  private final long before;

  private final long span;

  UntypedReductions(Comm comm, String call, Op op, Datatype<?> type, long count) {
    this.comm = comm;
    this.call = call;
    this.op = Arguments.op(comm, call, op);
    Arguments.datatype(comm, call, type);
    if (count < 0) {
      throw Arguments.raised(
          comm, call, ErrorClass.COUNT, "count " + count + " is negative; it must be 0 or more");
    }
    if (op.combiner() == null) {
      ElementType basic = type.elementType();
      Reduction unused = Arguments.reduction(comm, call, op, basic);
      unit = PredefinedDatatype.of(basic);
      units = count * type.sizeBytes() >> basic.shift();
    } else {
      unit = type;
      units = count;
    }
    before = Math.max(0, -Math.min(unit.trueLowerBoundBytes(), unit.lowerBoundBytes()));
    span =
        units == 0
            ? 0
            : before
                + Math.abs((units - 1) * unit.extentBytes())
                + Math.max(
                    unit.lowerBoundBytes() + unit.extentBytes(),
                    unit.trueLowerBoundBytes() + unit.trueExtentBytes());
  }

  /** The element type of the data on their way. */
  ElementType wireType() {
    return unit.elementType();
  }

  long units() {
    return units;
  }

  long bytes() {
    return units * unit.sizeBytes();
  }

  /** Whether the operator works on basic values. */
  boolean isBasic() {
    return op.combiner() == null;
  }

  /** The operator on basic values. */
  Reduction reduction() {
    return Arguments.reduction(comm, call, op, unit.elementType());
  }

  /** Whether data lie in an array such as the operator takes, without gaps. */
  boolean isPlain(DataRange data) {
    ElementType type = unit.elementType();
    return isBasic()
        && data.base().getClass() == type.arrayClass()
        && data.offset() >> type.shift() << type.shift() == data.offset();
  }

  /** Memory for all units. */
  Object memory() {
    ElementType type = unit.elementType();
    Class<?> carrier = type.carrier();
    long length = span + (1L << type.shift()) - 1 >> type.shift();
    if (length > Integer.MAX_VALUE - 8) {
      throw new UnsupportedFeatureException(
          Arguments.prefix(comm, call)
              + "reductions of more than 2^31 elements at once are not possible; reduce in parts");
    }
    return Array.newInstance(carrier, (int) length);
  }

  /** The units in {@link #memory()}, as the engine takes them. */
  DataRange in(Object memory) {
    return Buffers.unchecked(memory, unit, before, units);
  }

  /** Memory that has the data of a buffer. */
  Object copyOf(DataRange data) {
    Object memory = memory();
    copy(data, in(memory));
    return memory;
  }

  /** Combines: {@code inout = in op inout}. */
  void combine(Object in, Object inout) {
    Op.Combiner combiner = op.combiner();
    long at = before >> unit.elementType().shift();
    if (combiner != null) {
      combiner.combine(in, at, inout, at, units, unit);
    } else {
      reduction().combine(in, 0, inout, 0, inout, 0, (int) units);
    }
  }

  /** Copies data of the same length. */
  static void copy(DataRange from, DataRange to) {
    copy(from, 0, to, 0, from.bytes());
  }

  static void copy(DataRange from, long fromAt, DataRange to, long toAt, long bytes) {
    boolean same = from.base() == to.base() && from.offset() + fromAt == to.offset() + toAt;
    if (bytes > 0 && !same) {
      MemoryCopy.copy(from.base(), from.offset() + fromAt, to.base(), to.offset() + toAt, bytes);
    }
  }

  /** A segment of the data of a byte array or segment. */
  static MemorySegment slice(DataRange data) {
    MemorySegment all =
        data.base() instanceof MemorySegment segment
            ? segment
            : MemorySegment.ofArray((byte[]) data.base());
    return all.asSlice(data.offset(), data.bytes());
  }
}
