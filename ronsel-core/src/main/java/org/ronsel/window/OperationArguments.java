package org.ronsel.window;

import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import org.jspecify.annotations.Nullable;
import org.ronsel.BufferRole;
import org.ronsel.Datatype;
import org.ronsel.ErrorClass;
import org.ronsel.InvalidArgumentException;
import org.ronsel.Op;
import org.ronsel.Ronsel;
import org.ronsel.data.ElementType;
import org.ronsel.datatype.AbstractDatatype;
import org.ronsel.datatype.Buffers;
import org.ronsel.datatype.Caller;
import org.ronsel.memory.ThreadConfinement;
import org.ronsel.observe.Observation;
import org.ronsel.onesided.Combination;

/**
 * Checks the arguments of operations on a window: the target, buffers, datatypes, places in the
 * target's memory, operators. Each method returns a checked argument, or throws the exception that
 * the error handler of the window has seen. Any thread.
 */
final class OperationArguments {

  private final RankWindow window;

  /** The combination of the last accumulate; most accumulates repeat it. */
  private volatile @Nullable Combination latest;

  OperationArguments(RankWindow window) {
    this.window = window;
  }

  /** The target of an operation, or null for the null process. */
  @Nullable WindowTarget target(String call, int target) {
    window.checkOpen(call);
    if (target == Ronsel.PROC_NULL) {
      return null;
    }
    WindowTarget of = window.target(call, target);
    window.access().operation(call, of);
    return of;
  }

  private static BufferRole role(@Nullable Object buffer) {
    return buffer instanceof MemorySegment ? BufferRole.SEGMENT : BufferRole.BUFFER;
  }

  /** The array or segment of a buffer, which must contain the elements. */
  Object base(
      String call,
      @Nullable Object buffer,
      @Nullable Datatype<?> type,
      long offset,
      long count,
      WindowTarget target,
      boolean forWriting) {
    Object base = Buffers.base(window, call, role(buffer), buffer, type, offset, count, forWriting);
    if (target.memory().mapped() == null && ThreadConfinement.isConfined(buffer)) {
      throw Caller.raised(
          window,
          call,
          ErrorClass.BUFFER,
          "the segment is confined to one thread, but rank "
              + target.rank()
              + " is reached by messages; use a shared or automatic arena, or an array");
    }
    return base;
  }

  /** The address of a call's elements in the target's memory, which must contain all of them. */
  long place(
      String call,
      WindowTarget target,
      long displacement,
      @Nullable Datatype<?> type,
      long count,
      long bytes) {
    if (type == null) {
      throw Caller.raised(window, call, ErrorClass.TYPE, "the datatype of the target is null");
    }
    if (count < 0) {
      throw Caller.raised(
          window, call, ErrorClass.COUNT, "the target's count " + count + " is negative");
    }
    if (count * type.sizeBytes() != bytes) {
      throw Caller.raised(
          window,
          call,
          ErrorClass.TYPE,
          count
              + " elements of "
              + type
              + " at the target are "
              + count * type.sizeBytes()
              + " bytes, but those of this rank are "
              + bytes);
    }
    long at = displacement * target.unitBytes();
    boolean inside =
        displacement >= 0
            && Math.multiplyHigh(displacement, (long) target.unitBytes()) == 0
            && at >= 0
            && (!target.isBounded() || Buffers.isInside(type, at, count, target.bytes()));
    if (!inside) {
      throw Caller.raised(
          window,
          call,
          ErrorClass.RMA_RANGE,
          count
              + " elements of "
              + type
              + " from displacement "
              + displacement
              + " on, in units of "
              + target.unitBytes()
              + " bytes, lie outside the "
              + target.bytes()
              + " bytes of rank "
              + target.rank()
              + " in "
              + window.name());
    }
    return target.offset() + at;
  }

  /**
   * The address, in the target's memory, of elements of a basic type that an array has as such, for
   * the usual arguments: as many of the same type, with nothing wrong. A fast check instead of all
   * others; -1 if they have to be made.
   */
  static long placeOfSame(
      @Nullable Object array,
      @Nullable Datatype<?> type,
      long offset,
      long count,
      WindowTarget target,
      long displacement,
      @Nullable Datatype<?> targetType,
      long targetCount) {
    if (Observation.CHECK
        || array == null
        || type == null
        || type != targetType
        || count != targetCount) {
      return -1;
    }
    AbstractDatatype<?> elements = AbstractDatatype.of(type);
    if (array.getClass() != elements.arrayClass()
        || !target.isBounded()
        || (offset | count - 1 | displacement) < 0
        || count > Array.getLength(array) - offset
        || displacement > Integer.MAX_VALUE) {
      return -1;
    }
    // No overflow: both factors are less than 2^31, and an array has less than 2^31 elements.
    long at = displacement * target.unitBytes();
    boolean inside = at + (count << elements.elementType().shift()) <= target.bytes();
    return inside ? target.offset() + at : -1;
  }

  /** Checks that the values of both types are of the same basic type. */
  void sameValues(String call, Datatype<?> type, Datatype<?> targetType) {
    ElementType here = AbstractDatatype.of(type).valueType();
    ElementType there = AbstractDatatype.of(targetType).valueType();
    if (here != there && type.sizeBytes() > 0 && targetType.sizeBytes() > 0) {
      throw Caller.raised(
          window,
          call,
          ErrorClass.TYPE,
          "the values of "
              + type
              + " here are "
              + here
              + ", those of "
              + targetType
              + " at the target are "
              + there);
    }
  }

  /** The combination of an operator and elements of a type. */
  Combination combination(String call, @Nullable Op op, Datatype<?> type) {
    if (op == null) {
      throw Caller.raised(window, call, ErrorClass.OP, "the operator is null");
    }
    Combination known = latest;
    if (known != null && known.isOf(op, type)) {
      return known;
    }
    Combination found = Combination.of(op, type);
    if (found == null) {
      throw Caller.raised(
          window,
          call,
          ErrorClass.OP,
          op
              + " is not defined for accumulates of "
              + type
              + "; only predefined operators are, on the types that have them");
    }
    latest = found;
    return found;
  }

  /** The exception of an accumulate with NO_OP (MPI-4.1, section 12.3.4). */
  InvalidArgumentException changesNothing(String call) {
    return Caller.raised(
        window,
        call,
        ErrorClass.OP,
        "NO_OP leaves everything as it is: it is for getAccumulate and fetchAndOp, which read");
  }

  /** Checks that an operator that combines several values as one unit gets whole units. */
  void checkUnits(String call, Combination combination, long bytes) {
    if (combination.isOfUnits() && bytes % combination.unitBytes() != 0) {
      throw Caller.raised(
          window,
          call,
          ErrorClass.TYPE,
          combination.op()
              + " combines pairs, but the elements at the target are "
              + bytes / combination.type().bytes()
              + " values of "
              + combination.type()
              + ": give an even number of them");
    }
  }

  /**
   * The exception of an operation that met closed memory.
   *
   * @param cause the original exception
   */
  RuntimeException closed(String call, WindowTarget target, IllegalStateException cause) {
    MemorySegment seen = target.memory().mapped();
    if (seen == null || seen.scope().isAlive()) {
      return cause;
    }
    return Caller.raised(
        window,
        call,
        ErrorClass.RMA_RANGE,
        "rank "
            + target.rank()
            + " has closed the arena of its memory in "
            + window.name()
            + "; keep it open as long as the window");
  }

  /** Checks that a result has room for the bytes of the elements at the target. */
  void checkRoom(String call, Datatype<?> type, long count, long bytes) {
    if (count * type.sizeBytes() != bytes) {
      throw Caller.raised(
          window,
          call,
          ErrorClass.TYPE,
          "the result has room for "
              + count * type.sizeBytes()
              + " bytes, but the target's elements are "
              + bytes);
    }
  }

  /** Checks and returns a datatype, which must be a basic one. */
  AbstractDatatype<?> basic(String call, @Nullable Datatype<?> type) {
    if (type == null || AbstractDatatype.of(type).arrayClass() == null) {
      throw Caller.raised(
          window,
          call,
          ErrorClass.TYPE,
          type == null ? "the datatype is null" : type + " is no basic type");
    }
    return AbstractDatatype.of(type);
  }

  /** Checks and returns a datatype, which must be a basic one that can be compared and swapped. */
  AbstractDatatype<?> integer(String call, @Nullable Datatype<?> type) {
    AbstractDatatype<?> known = basic(call, type);
    ElementType element = known.elementType();
    if (element == ElementType.FLOAT || element == ElementType.DOUBLE) {
      throw Caller.raised(
          window,
          call,
          ErrorClass.TYPE,
          "it is defined for integers and booleans, not for " + known);
    }
    return known;
  }

  /** One value in a buffer. */
  Value value(
      String call,
      @Nullable Object buffer,
      AbstractDatatype<?> type,
      long offset,
      WindowTarget target,
      boolean forWriting) {
    Object base = base(call, buffer, type, offset, 1, target, forWriting);
    return new Value(type.elementType(), base, Buffers.offset(base, buffer, type, offset));
  }
}
