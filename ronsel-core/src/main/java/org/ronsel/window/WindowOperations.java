package org.ronsel.window;

import java.lang.reflect.Array;
import org.jspecify.annotations.Nullable;
import org.ronsel.Datatype;
import org.ronsel.Op;
import org.ronsel.Request;
import org.ronsel.RonselException;
import org.ronsel.UntypedWindow;
import org.ronsel.Window;
import org.ronsel.data.ElementType;
import org.ronsel.data.Plan;
import org.ronsel.datatype.AbstractDatatype;
import org.ronsel.datatype.Buffers;
import org.ronsel.engine.request.Operation;
import org.ronsel.observe.Observation;
import org.ronsel.onesided.Combination;
import org.ronsel.onesided.MappedAtomics;
import org.ronsel.onesided.PeerMemory;
import org.ronsel.onesided.RemoteOperation;
import org.ronsel.transport.Completion;

/**
 * The operations of a window: each has its arguments checked, and passes them to the target's
 * memory. Any thread.
 */
public class WindowOperations implements UntypedWindow {
  /**
   * The completion of an operation that completes at a synchronisation, which also reports
   * failures.
   */
  private static final Completion LATER =
      new Completion() {
        @Override
        public void complete(long value) {}

        @Override
        public void fail(RonselException cause) {}
      };

  private final RankWindow window;
  private final OperationArguments arguments;

  WindowOperations(RankWindow window) {
    this.window = window;
    arguments = new OperationArguments(window);
  }

  @Override
  public Window window() {
    return window;
  }

  @Override
  public @Nullable RonselException free() {
    return window.free();
  }

  /**
   * Checks, in a checked job, whether an operation conflicts with others.
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

  private static boolean completeIfEmpty(Completion done, long bytes) {
    if (bytes == 0) {
      done.complete(0);
      return true;
    }
    return false;
  }

  /** Starts an operation that has a request. */
  private Request request(String call, int target, Start start) {
    WindowTarget of = arguments.target(call, target);
    if (of == null) {
      return window.nothing();
    }
    window.access().request(call);
    RemoteOperation operation =
        of.memory().operation(call + " at rank " + of.rank() + " in " + window.name());
    operation.ownedBy(window.owner());
    start.with(of, operation);
    if (operation.isComplete()) {
      window.completions().progressNowAndThen();
    }
    return operation;
  }

  private interface Start {
    void with(WindowTarget target, Completion done);
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
    WindowTarget of = arguments.target("put", target);
    if (of != null) {
      move(
          "put",
          false,
          from,
          type,
          offset,
          count,
          of,
          displacement,
          targetType,
          targetCount,
          LATER);
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
    return request(
        call,
        target,
        (of, done) ->
            move(
                call,
                false,
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
    WindowTarget of = arguments.target("get", target);
    if (of != null) {
      move(
          "get", true, into, type, offset, count, of, displacement, targetType, targetCount, LATER);
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
    return request(
        call,
        target,
        (of, done) ->
            move(
                call,
                true,
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

  /**
   * Puts or gets elements.
   *
   * @param reads whether they are got
   */
  private void move(
      String call,
      boolean reads,
      @Nullable Object buffer,
      @Nullable Datatype<?> type,
      long offset,
      long count,
      WindowTarget target,
      long displacement,
      @Nullable Datatype<?> targetType,
      long targetCount,
      Completion done) {
    long same =
        OperationArguments.placeOfSame(
            buffer, type, offset, count, target, displacement, targetType, targetCount);
    if (same >= 0 && buffer != null && type != null) {
      int shift = AbstractDatatype.of(type).elementType().shift();
      moveDense(call, reads, buffer, offset << shift, target, same, count << shift, done);
    } else {
      moveAny(
          call,
          reads,
          buffer,
          type,
          offset,
          count,
          target,
          displacement,
          targetType,
          targetCount,
          done);
    }
  }

  /** Moves elements of any datatypes, in any kind of memory. */
  private void moveAny(
      String call,
      boolean reads,
      @Nullable Object buffer,
      @Nullable Datatype<?> type,
      long offset,
      long count,
      WindowTarget target,
      long displacement,
      @Nullable Datatype<?> targetType,
      long targetCount,
      Completion done) {
    Object base = arguments.base(call, buffer, type, offset, count, target, reads);
    if (type == null || targetType == null) {
      arguments.place(call, target, displacement, targetType, targetCount, 0);
      return;
    }
    long bytes = count * type.sizeBytes();
    long at = arguments.place(call, target, displacement, targetType, targetCount, bytes);
    arguments.sameValues(call, type, targetType);
    if (completeIfEmpty(done, bytes)) {
      return;
    }
    if (Observation.CHECK) {
      EpochAccesses.Kind kind = reads ? EpochAccesses.Kind.GET : EpochAccesses.Kind.PUT;
      note(call, kind, reads, target, at, targetType, targetCount, done);
    }
    long byteOffset = Buffers.offset(base, buffer, type, offset);
    AbstractDatatype<?> there = AbstractDatatype.of(targetType);
    if (there.isDense()) {
      moveDense(call, reads, base, byteOffset, target, at, bytes, done);
      return;
    }
    PeerMemory memory = target.memory();
    Plan plan = there.typeMap().plan();
    long extent = targetType.extentBytes();
    try {
      if (reads) {
        memory.get(at, plan, targetCount, extent, base, byteOffset, done);
      } else {
        memory.put(base, byteOffset, at, plan, targetCount, extent, done);
      }
    } catch (IllegalStateException e) {
      throw arguments.closed(call, target, e);
    } catch (RonselException e) {
      throw window.raise(e);
    }
  }

  /** Moves contiguous bytes, whose places have been checked. */
  private void moveDense(
      String call,
      boolean reads,
      Object base,
      long byteOffset,
      WindowTarget target,
      long at,
      long bytes,
      Completion done) {
    try {
      if (reads) {
        target.memory().get(at, base, byteOffset, bytes, done);
      } else {
        target.memory().put(base, byteOffset, at, bytes, done);
      }
    } catch (IllegalStateException e) {
      throw arguments.closed(call, target, e);
    } catch (RonselException e) {
      throw window.raise(e);
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
    WindowTarget of = arguments.target(call, target);
    if (of != null) {
      accumulate(
          call, from, type, offset, count, of, displacement, targetType, targetCount, op, LATER);
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
    return request(
        call,
        target,
        (of, done) ->
            accumulate(
                call,
                from,
                type,
                offset,
                count,
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
    WindowTarget of = arguments.target(call, target);
    if (of != null) {
      getAccumulate(
          call,
          from,
          type,
          offset,
          count,
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
    return request(
        call,
        target,
        (of, done) ->
            getAccumulate(
                call,
                from,
                type,
                offset,
                count,
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
      WindowTarget target,
      long displacement,
      @Nullable Datatype<?> targetType,
      long targetCount,
      @Nullable Op op,
      Completion done) {
    if (op == Op.NO_OP) {
      throw arguments.changesNothing(call);
    }
    long same =
        OperationArguments.placeOfSame(
            from, type, offset, count, target, displacement, targetType, targetCount);
    if (same >= 0 && from != null && type != null) {
      Combination combination = arguments.combination(call, op, type);
      int shift = AbstractDatatype.of(type).elementType().shift();
      arguments.checkUnits(call, combination, count << shift);
      combineDense(
          call, combination, from, offset << shift, target, same, count << shift, null, 0, done);
    } else {
      accumulateAny(
          call, from, type, offset, count, target, displacement, targetType, targetCount, op, done);
    }
  }

  private void accumulateAny(
      String call,
      @Nullable Object from,
      @Nullable Datatype<?> type,
      long offset,
      long count,
      WindowTarget target,
      long displacement,
      @Nullable Datatype<?> targetType,
      long targetCount,
      @Nullable Op op,
      Completion done) {
    if (targetType == null) {
      arguments.place(call, target, displacement, null, targetCount, 0);
      return;
    }
    Combination combination = arguments.combination(call, op, targetType);
    Object base = operands(call, from, type, offset, count, target, targetType, op);
    long bytes = bytes(type, count, targetType, targetCount, op);
    long at = arguments.place(call, target, displacement, targetType, targetCount, bytes);
    arguments.checkUnits(call, combination, bytes);
    if (completeIfEmpty(done, bytes)) {
      return;
    }
    if (Observation.CHECK) {
      EpochAccesses.Kind kind = EpochAccesses.Kind.of(op);
      note(call, kind, false, target, at, targetType, targetCount, done);
    }
    long byteOffset = offset(base, from, type, offset);
    combine(
        call, combination, base, byteOffset, target, at, targetType, targetCount, null, 0, done);
  }

  private void getAccumulate(
      String call,
      @Nullable Object from,
      @Nullable Datatype<?> type,
      long offset,
      long count,
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
      arguments.place(call, target, displacement, null, targetCount, 0);
      return;
    }
    Combination combination = arguments.combination(call, op, targetType);
    Object base = operands(call, from, type, offset, count, target, targetType, op);
    long bytes = bytes(type, count, targetType, targetCount, op);
    long at = arguments.place(call, target, displacement, targetType, targetCount, bytes);
    arguments.checkUnits(call, combination, bytes);
    Object into = arguments.base(call, result, resultType, resultOffset, resultCount, target, true);
    if (resultType != null) {
      arguments.sameValues(call, resultType, targetType);
      arguments.checkRoom(call, resultType, resultCount, bytes);
    }
    if (completeIfEmpty(done, bytes)) {
      return;
    }
    if (Observation.CHECK) {
      EpochAccesses.Kind kind = EpochAccesses.Kind.of(op);
      note(call, kind, true, target, at, targetType, targetCount, done);
    }
    long byteOffset = offset(base, from, type, offset);
    long intoOffset = offset(into, result, resultType, resultOffset);
    combine(
        call,
        combination,
        base,
        byteOffset,
        target,
        at,
        targetType,
        targetCount,
        into,
        intoOffset,
        done);
  }

  /** The array or segment of the operands; null for NO_OP, which has none. */
  private @Nullable Object operands(
      String call,
      @Nullable Object from,
      @Nullable Datatype<?> type,
      long offset,
      long count,
      WindowTarget target,
      Datatype<?> targetType,
      @Nullable Op op) {
    if (op == Op.NO_OP) {
      return null;
    }
    Object base = arguments.base(call, from, type, offset, count, target, false);
    if (type != null) {
      arguments.sameValues(call, type, targetType);
    }
    return base;
  }

  /** Length of the operands in bytes; without operands, that of the values at the target. */
  private static long bytes(
      @Nullable Datatype<?> type,
      long count,
      Datatype<?> targetType,
      long targetCount,
      @Nullable Op op) {
    return op == Op.NO_OP || type == null
        ? targetCount * targetType.sizeBytes()
        : count * type.sizeBytes();
  }

  private static long offset(
      @Nullable Object base, @Nullable Object buffer, @Nullable Datatype<?> type, long offset) {
    return base == null || type == null ? 0 : Buffers.offset(base, buffer, type, offset);
  }

  /** Combines checked operands with the target's memory. */
  private void combine(
      String call,
      Combination combination,
      @Nullable Object base,
      long byteOffset,
      WindowTarget target,
      long at,
      Datatype<?> targetType,
      long targetCount,
      @Nullable Object into,
      long intoOffset,
      Completion done) {
    AbstractDatatype<?> there = AbstractDatatype.of(targetType);
    if (there.isDense()) {
      long bytes = targetCount * targetType.sizeBytes();
      combineDense(call, combination, base, byteOffset, target, at, bytes, into, intoOffset, done);
      return;
    }
    try {
      target
          .memory()
          .accumulate(
              combination,
              base,
              byteOffset,
              at,
              there.typeMap().plan(),
              targetCount,
              targetType.extentBytes(),
              into,
              intoOffset,
              done);
    } catch (IllegalStateException e) {
      throw arguments.closed(call, target, e);
    } catch (RonselException e) {
      throw window.raise(e);
    }
  }

  /** Combines checked operands with contiguous bytes. */
  private void combineDense(
      String call,
      Combination combination,
      @Nullable Object base,
      long byteOffset,
      WindowTarget target,
      long at,
      long bytes,
      @Nullable Object into,
      long intoOffset,
      Completion done) {
    try {
      target.memory().accumulate(combination, base, byteOffset, at, bytes, into, intoOffset, done);
    } catch (IllegalStateException e) {
      throw arguments.closed(call, target, e);
    } catch (RonselException e) {
      throw window.raise(e);
    }
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
    WindowTarget of = arguments.target(call, target);
    if (of != null) {
      getAccumulate(
          call,
          from,
          type,
          offset,
          1,
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

  @Override
  public long fetchAndOp(
      @Nullable Datatype<?> type, long bits, int target, long displacement, @Nullable Op op) {
    String call = "fetchAndOp";
    WindowTarget of = arguments.target(call, target);
    if (of == null) {
      return 0;
    }
    AbstractDatatype<?> known = arguments.basic(call, type);
    Combination combination = arguments.combination(call, op, known);
    long at = arguments.place(call, of, displacement, known, 1, known.sizeBytes());
    arguments.checkUnits(call, combination, known.sizeBytes());
    if (Observation.CHECK) {
      note(call, EpochAccesses.Kind.of(op), true, of, at, known, 1, null);
    }
    MappedAtomics atomics = of.memory().mappedAtomics();
    if (atomics != null && atomics.isOnWord(combination, at)) {
      window.completions().progressNowAndThen();
      try {
        return atomics.combineWord(combination, at, bits);
      } catch (IllegalStateException e) {
        throw arguments.closed(call, of, e);
      }
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
    window.completions().await(call, done);
    return element.load(result);
  }

  @Override
  public long compareAndSwap(
      @Nullable Datatype<?> type, long expected, long desired, int target, long displacement) {
    String call = "compareAndSwap";
    WindowTarget of = arguments.target(call, target);
    if (of == null) {
      return 0;
    }
    AbstractDatatype<?> known = arguments.integer(call, type);
    int width = (int) known.sizeBytes();
    long at = placeOfSwap(call, known, of, displacement);
    MappedAtomics atomics = of.memory().mappedAtomics();
    if (atomics != null) {
      window.completions().progressNowAndThen();
      try {
        return atomics.swap(width, at, expected, desired);
      } catch (IllegalStateException e) {
        throw arguments.closed(call, of, e);
      }
    }
    RemoteOperation done = of.memory().operation(call + " at rank " + target);
    of.memory().swapValue(width, at, expected, desired, done);
    window.completions().await(call, done);
    return done.value();
  }

  /** The address of a value that a blocking call compares and swaps. */
  private long placeOfSwap(String call, Datatype<?> type, WindowTarget target, long displacement) {
    long at = arguments.place(call, target, displacement, type, 1, type.sizeBytes());
    if (Observation.CHECK) {
      note(call, EpochAccesses.Kind.SWAP, true, target, at, type, 1, null);
    }
    return at;
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
    WindowTarget of = arguments.target(call, target);
    if (of == null) {
      return;
    }
    AbstractDatatype<?> known = arguments.integer(call, type);
    Value desired = arguments.value(call, from, known, offset, of, false);
    Value expected = arguments.value(call, compare, known, compareOffset, of, false);
    Value into = arguments.value(call, result, known, resultOffset, of, true);
    long at = placeOfSwap(call, known, of, displacement);
    // The result is one value: where this rank sees the memory there is no wait.
    RemoteOperation done = of.memory().operation(call + " at rank " + target);
    of.memory().swapValue((int) known.sizeBytes(), at, expected.load(), desired.load(), done);
    if (done.isComplete()) {
      window.completions().progressNowAndThen();
    }
    window.completions().await(call, done);
    into.store(done.value());
  }
}
