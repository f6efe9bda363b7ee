package org.ronsel.window;

import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import org.jspecify.annotations.Nullable;
import org.ronsel.Datatype;
import org.ronsel.ErrorClass;
import org.ronsel.Op;
import org.ronsel.Request;
import org.ronsel.Ronsel;
import org.ronsel.RonselException;
import org.ronsel.UntypedWindow;
import org.ronsel.Window;
import org.ronsel.data.ElementType;
import org.ronsel.datatype.Buffers;
import org.ronsel.datatype.Caller;
import org.ronsel.engine.Operation;
import org.ronsel.observe.Observation;
import org.ronsel.onesided.Combination;
import org.ronsel.onesided.RemoteOperation;
import org.ronsel.transport.Completion;

/** The operations of a window: checks what a call names, and hands it to the target's memory. */
final class WindowOperations implements UntypedWindow {
  /** Of an operation that completes at a synchronisation, which learns of failures too. */
  private static final Completion LATER =
      new Completion() {
        @Override
        public void complete(long value) {}

        @Override
        public void fail(RonselException cause) {}
      };

  private final RankWindow window;

  /** Of the last accumulate: most are like the one before. */
  private volatile @Nullable Combination latest;

  WindowOperations(RankWindow window) {
    this.window = window;
  }

  @Override
  public Window window() {
    return window;
  }

  // ---- what calls name ----

  /** The target of an operation, or null for nobody. */
  private @Nullable WindowTarget target(String call, int target) {
    window.checkOpen(call);
    if (target == Ronsel.PROC_NULL) {
      return null;
    }
    WindowTarget of = window.target(call, target);
    window.access().operation(call, of);
    return of;
  }

  private static String name(@Nullable Object buffer) {
    return buffer instanceof MemorySegment ? "the segment" : "the buffer";
  }

  private Object base(
      String call,
      @Nullable Object buffer,
      @Nullable Datatype<?> type,
      long offset,
      long count,
      WindowTarget target,
      boolean forWriting) {
    Object base = Buffers.base(window, call, name(buffer), buffer, type, offset, count, forWriting);
    if (buffer instanceof MemorySegment segment
        && target.memory().mapped() == null
        && !segment.isAccessibleBy(ANOTHER_THREAD)) {
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

  /** A thread that never runs. */
  private static final Thread ANOTHER_THREAD = Thread.ofPlatform().unstarted(() -> {});

  /** Where the elements of a call lie in the target's memory; all of them do. */
  private long place(
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

  private void sameValues(String call, Datatype<?> type, Datatype<?> targetType) {
    ElementType here = type.valueType();
    ElementType there = targetType.valueType();
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

  private Combination combination(String call, @Nullable Op op, Datatype<?> type) {
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

  /**
   * Has a checked job look whether an operation conflicts with others.
   *
   * @param done null if the call waits for it
   */
  private void note(
      String call,
      EpochAccesses.Kind kind,
      boolean fetches,
      WindowTarget target,
      long at,
      Datatype<?> type,
      long count,
      @Nullable Completion done) {
    if (Observation.CHECK && window.accesses() instanceof EpochAccesses accesses) {
      Operation request = fetches && done instanceof Operation made ? made : null;
      accesses.add(
          call, kind, target, at - target.offset(), type, count, fetches, request, done == null);
    }
  }

  private static boolean isNothing(Completion done, long bytes) {
    if (bytes == 0) {
      done.complete(0);
      return true;
    }
    return false;
  }

  private Request request(WindowTarget target, String what, Start start) {
    RemoteOperation operation =
        target.memory().operation(what + " at rank " + target.rank() + " in " + window.name());
    operation.ownedBy(window.owner());
    start.with(operation);
    return operation;
  }

  private interface Start {
    void with(Completion done);
  }

  // ---- put and get ----

  @Override
  public void put(
      @Nullable Object from,
      @Nullable Datatype<?> type,
      long offset,
      long count,
      int target,
      long displacement,
      @Nullable Datatype<?> targetType,
      long targetCount) {
    WindowTarget of = target("put", target);
    if (of != null) {
      put("put", from, type, offset, count, of, displacement, targetType, targetCount, LATER);
    }
  }

  @Override
  public Request rPut(
      @Nullable Object from,
      @Nullable Datatype<?> type,
      long offset,
      long count,
      int target,
      long displacement,
      @Nullable Datatype<?> targetType,
      long targetCount) {
    String call = "rPut";
    WindowTarget of = target(call, target);
    return of == null
        ? window.nothing()
        : request(
            of,
            call,
            done ->
                put(
                    call,
                    from,
                    type,
                    offset,
                    count,
                    of,
                    displacement,
                    targetType,
                    targetCount,
                    done));
  }

  private void put(
      String call,
      @Nullable Object from,
      @Nullable Datatype<?> type,
      long offset,
      long count,
      WindowTarget target,
      long displacement,
      @Nullable Datatype<?> targetType,
      long targetCount,
      Completion done) {
    Object base = base(call, from, type, offset, count, target, false);
    if (type == null || targetType == null) {
      place(call, target, displacement, targetType, targetCount, 0);
      return;
    }
    long bytes = count * type.sizeBytes();
    long at = place(call, target, displacement, targetType, targetCount, bytes);
    sameValues(call, type, targetType);
    if (isNothing(done, bytes)) {
      return;
    }
    if (Observation.CHECK) {
      note(call, EpochAccesses.Kind.PUT, false, target, at, targetType, targetCount, done);
    }
    long byteOffset = Buffers.offset(base, from, type, offset);
    if (targetType.isDense()) {
      target.memory().put(base, byteOffset, at, bytes, done);
    } else {
      target
          .memory()
          .put(
              base,
              byteOffset,
              at,
              targetType.typeMap().plan(),
              targetCount,
              targetType.extentBytes(),
              done);
    }
  }

  @Override
  public void get(
      @Nullable Object into,
      @Nullable Datatype<?> type,
      long offset,
      long count,
      int target,
      long displacement,
      @Nullable Datatype<?> targetType,
      long targetCount) {
    WindowTarget of = target("get", target);
    if (of != null) {
      get("get", into, type, offset, count, of, displacement, targetType, targetCount, LATER);
    }
  }

  @Override
  public Request rGet(
      @Nullable Object into,
      @Nullable Datatype<?> type,
      long offset,
      long count,
      int target,
      long displacement,
      @Nullable Datatype<?> targetType,
      long targetCount) {
    String call = "rGet";
    WindowTarget of = target(call, target);
    return of == null
        ? window.nothing()
        : request(
            of,
            call,
            done ->
                get(
                    call,
                    into,
                    type,
                    offset,
                    count,
                    of,
                    displacement,
                    targetType,
                    targetCount,
                    done));
  }

  private void get(
      String call,
      @Nullable Object into,
      @Nullable Datatype<?> type,
      long offset,
      long count,
      WindowTarget target,
      long displacement,
      @Nullable Datatype<?> targetType,
      long targetCount,
      Completion done) {
    Object base = base(call, into, type, offset, count, target, true);
    if (type == null || targetType == null) {
      place(call, target, displacement, targetType, targetCount, 0);
      return;
    }
    long bytes = count * type.sizeBytes();
    long at = place(call, target, displacement, targetType, targetCount, bytes);
    sameValues(call, type, targetType);
    if (isNothing(done, bytes)) {
      return;
    }
    if (Observation.CHECK) {
      note(call, EpochAccesses.Kind.GET, true, target, at, targetType, targetCount, done);
    }
    long byteOffset = Buffers.offset(base, into, type, offset);
    if (targetType.isDense()) {
      target.memory().get(at, base, byteOffset, bytes, done);
    } else {
      target
          .memory()
          .get(
              at,
              targetType.typeMap().plan(),
              targetCount,
              targetType.extentBytes(),
              base,
              byteOffset,
              done);
    }
  }

  // ---- accumulates ----

  @Override
  public void accumulate(
      @Nullable Object from,
      @Nullable Datatype<?> type,
      long offset,
      long count,
      int target,
      long displacement,
      @Nullable Datatype<?> targetType,
      long targetCount,
      @Nullable Op op) {
    String call = "accumulate";
    WindowTarget of = target(call, target);
    if (of != null) {
      accumulate(
          call,
          from,
          type,
          offset,
          count,
          false,
          null,
          null,
          0,
          0,
          of,
          displacement,
          targetType,
          targetCount,
          op,
          LATER);
    }
  }

  @Override
  public Request rAccumulate(
      @Nullable Object from,
      @Nullable Datatype<?> type,
      long offset,
      long count,
      int target,
      long displacement,
      @Nullable Datatype<?> targetType,
      long targetCount,
      @Nullable Op op) {
    String call = "rAccumulate";
    WindowTarget of = target(call, target);
    return of == null
        ? window.nothing()
        : request(
            of,
            call,
            done ->
                accumulate(
                    call,
                    from,
                    type,
                    offset,
                    count,
                    false,
                    null,
                    null,
                    0,
                    0,
                    of,
                    displacement,
                    targetType,
                    targetCount,
                    op,
                    done));
  }

  @Override
  public void getAccumulate(
      @Nullable Object from,
      @Nullable Datatype<?> type,
      long offset,
      long count,
      @Nullable Object result,
      @Nullable Datatype<?> resultType,
      long resultOffset,
      long resultCount,
      int target,
      long displacement,
      @Nullable Datatype<?> targetType,
      long targetCount,
      @Nullable Op op) {
    String call = "getAccumulate";
    WindowTarget of = target(call, target);
    if (of != null) {
      accumulate(
          call,
          from,
          type,
          offset,
          count,
          true,
          result,
          resultType,
          resultOffset,
          resultCount,
          of,
          displacement,
          targetType,
          targetCount,
          op,
          LATER);
    }
  }

  @Override
  public Request rGetAccumulate(
      @Nullable Object from,
      @Nullable Datatype<?> type,
      long offset,
      long count,
      @Nullable Object result,
      @Nullable Datatype<?> resultType,
      long resultOffset,
      long resultCount,
      int target,
      long displacement,
      @Nullable Datatype<?> targetType,
      long targetCount,
      @Nullable Op op) {
    String call = "rGetAccumulate";
    WindowTarget of = target(call, target);
    return of == null
        ? window.nothing()
        : request(
            of,
            call,
            done ->
                accumulate(
                    call,
                    from,
                    type,
                    offset,
                    count,
                    true,
                    result,
                    resultType,
                    resultOffset,
                    resultCount,
                    of,
                    displacement,
                    targetType,
                    targetCount,
                    op,
                    done));
  }

  private void accumulate(
      String call,
      @Nullable Object from,
      @Nullable Datatype<?> type,
      long offset,
      long count,
      boolean fetches,
      @Nullable Object result,
      @Nullable Datatype<?> resultType,
      long resultOffset,
      long resultCount,
      WindowTarget target,
      long displacement,
      @Nullable Datatype<?> targetType,
      long targetCount,
      @Nullable Op op,
      Completion done) {
    if (targetType == null) {
      place(call, target, displacement, null, targetCount, 0);
      return;
    }
    Combination combination = combination(call, op, targetType);
    long bytes = targetCount * targetType.sizeBytes();
    Object base = null;
    long byteOffset = 0;
    if (op != Op.NO_OP) {
      base = base(call, from, type, offset, count, target, false);
      if (type != null) {
        byteOffset = Buffers.offset(base, from, type, offset);
        bytes = count * type.sizeBytes();
        sameValues(call, type, targetType);
      }
    }
    long at = place(call, target, displacement, targetType, targetCount, bytes);
    Object into = null;
    long intoOffset = 0;
    if (fetches) {
      into = base(call, result, resultType, resultOffset, resultCount, target, true);
      if (resultType != null) {
        intoOffset = Buffers.offset(into, result, resultType, resultOffset);
        sameValues(call, resultType, targetType);
        if (resultCount * resultType.sizeBytes() != bytes) {
          throw Caller.raised(
              window,
              call,
              ErrorClass.TYPE,
              "the result has room for "
                  + resultCount * resultType.sizeBytes()
                  + " bytes, but the target's elements are "
                  + bytes);
        }
      }
    }
    boolean isNothingToDo = op == Op.NO_OP && into == null;
    if (isNothing(done, isNothingToDo ? 0 : bytes)) {
      return;
    }
    if (Observation.CHECK) {
      EpochAccesses.Kind kind = EpochAccesses.Kind.of(op);
      note(call, kind, fetches, target, at, targetType, targetCount, done);
    }
    if (targetType.isDense()) {
      target.memory().accumulate(combination, base, byteOffset, at, bytes, into, intoOffset, done);
      return;
    }
    target
        .memory()
        .accumulate(
            combination,
            base,
            byteOffset,
            at,
            targetType.typeMap().plan(),
            targetCount,
            targetType.extentBytes(),
            into,
            intoOffset,
            done);
  }

  @Override
  public void fetchAndOp(
      @Nullable Object from,
      long offset,
      @Nullable Object result,
      long resultOffset,
      @Nullable Datatype<?> type,
      int target,
      long displacement,
      @Nullable Op op) {
    String call = "fetchAndOp";
    WindowTarget of = target(call, target);
    if (of != null) {
      accumulate(
          call,
          from,
          type,
          offset,
          1,
          true,
          result,
          type,
          resultOffset,
          1,
          of,
          displacement,
          type,
          1,
          op,
          LATER);
    }
  }

  // ---- one value ----

  private Datatype<?> basic(String call, @Nullable Datatype<?> type) {
    if (type == null || type.arrayClass() == null) {
      throw Caller.raised(
          window,
          call,
          ErrorClass.TYPE,
          type == null ? "the datatype is null" : type + " is no basic type");
    }
    return type;
  }

  @Override
  public long fetchAndOp(
      @Nullable Datatype<?> type, long bits, int target, long displacement, @Nullable Op op) {
    String call = "fetchAndOp";
    WindowTarget of = target(call, target);
    if (of == null) {
      return 0;
    }
    Datatype<?> known = basic(call, type);
    Combination combination = combination(call, op, known);
    long at = place(call, of, displacement, known, 1, known.sizeBytes());
    if (Observation.CHECK) {
      note(call, EpochAccesses.Kind.of(op), true, of, at, known, 1, null);
    }
    if (of.memory().isOnWord(combination, at)) {
      window.progressNowAndThen();
      return of.memory().combineWord(combination, at, bits);
    }
    ElementType element = known.elementType();
    Object operand = op == Op.NO_OP ? null : Array.newInstance(element.carrier(), 1);
    if (operand != null) {
      element.store(operand, bits);
    }
    Object result = Array.newInstance(element.carrier(), 1);
    RemoteOperation done = of.memory().operation(call + " at rank " + target);
    of.memory()
        .accumulate(
            combination,
            operand,
            0,
            at,
            known.typeMap().plan(),
            1,
            known.extentBytes(),
            result,
            0,
            done);
    window.await(done);
    return element.load(result);
  }

  @Override
  public long compareAndSwap(
      @Nullable Datatype<?> type, long expected, long desired, int target, long displacement) {
    String call = "compareAndSwap";
    WindowTarget of = target(call, target);
    if (of == null) {
      return 0;
    }
    Datatype<?> known = integer(call, type);
    if (of.memory().isSeen()) {
      int width = (int) known.sizeBytes();
      long at = place(call, of, displacement, known, 1, width);
      window.progressNowAndThen();
      return of.memory().swapSeenValue(width, at, expected, desired);
    }
    RemoteOperation done = of.memory().operation(call + " at rank " + target);
    swap(call, known, expected, desired, of, displacement, done);
    window.await(done);
    return done.value();
  }

  private Datatype<?> integer(String call, @Nullable Datatype<?> type) {
    Datatype<?> known = basic(call, type);
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

  private void swap(
      String call,
      Datatype<?> type,
      long expected,
      long desired,
      WindowTarget target,
      long displacement,
      Completion done) {
    int width = (int) type.sizeBytes();
    long at = place(call, target, displacement, type, 1, width);
    if (Observation.CHECK) {
      note(call, EpochAccesses.Kind.SWAP, true, target, at, type, 1, null);
    }
    target.memory().swapValue(width, at, expected, desired, done);
  }

  @Override
  public void compareAndSwap(
      @Nullable Object from,
      long offset,
      @Nullable Object compare,
      long compareOffset,
      @Nullable Object result,
      long resultOffset,
      @Nullable Datatype<?> type,
      int target,
      long displacement) {
    String call = "compareAndSwap";
    WindowTarget of = target(call, target);
    if (of == null) {
      return;
    }
    Datatype<?> known = integer(call, type);
    Value desired = value(call, from, known, offset, of, false);
    Value expected = value(call, compare, known, compareOffset, of, false);
    Value into = value(call, result, known, resultOffset, of, true);
    // The result is one value: waiting for it costs nothing where the target is near.
    RemoteOperation done = of.memory().operation(call + " at rank " + target);
    swap(call, known, expected.load(), desired.load(), of, displacement, done);
    window.await(done);
    into.store(done.value());
  }

  private Value value(
      String call,
      @Nullable Object buffer,
      Datatype<?> type,
      long offset,
      WindowTarget target,
      boolean forWriting) {
    Object base = base(call, buffer, type, offset, 1, target, forWriting);
    return new Value(type.elementType(), base, Buffers.offset(base, buffer, type, offset));
  }
}
