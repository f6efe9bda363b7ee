package org.ronsel.window;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.ronsel.Datatype;
import org.ronsel.Op;
import org.ronsel.Request;
import org.ronsel.Ronsel;
import org.ronsel.observe.Call;
import org.ronsel.observe.Recorder;

/** Operations of a window that are recorded. Only loaded where a job is to be recorded. */
public final class ObservedOperations extends WindowOperations {
  /** Stands for no data in one of the directions. */
  private static final long NONE = -1;

  private final RankWindow window;
  private final Recorder recorder;

  ObservedOperations(RankWindow window, Recorder recorder) {
    super(window);
    this.window = window;
    this.recorder = recorder;
  }

  /**
   * Records a call.
   *
   * @param sent bytes that go to the target, if the call succeeds; or NONE
   * @param fetched bytes that come from there
   */
  private <T> T recorded(int target, long sent, long fetched, Supplier<T> body) {
    Call call = recorder.open();
    try {
      T result = body.get();
      if (target != Ronsel.PROC_NULL) {
        moved(call, true, target, sent);
        moved(call, false, target, fetched);
      }
      return result;
    } finally {
      recorder.close(call);
    }
  }

  private void recorded(int target, long sent, long fetched, Runnable body) {
    var _ =
        recorded(
            target,
            sent,
            fetched,
            () -> {
              body.run();
              return true;
            });
  }

  private void moved(@Nullable Call call, boolean put, int target, long bytes) {
    if (bytes != NONE) {
      Recorder.moved(call, put, window.endpoint(target), bytes);
    }
  }

  /** Bytes of elements; those of no datatype are an error of the call, which records nothing. */
  private static long bytes(@Nullable Datatype<?> type, long count) {
    return type == null ? 0 : count * type.sizeBytes();
  }

  private static long operands(@Nullable Datatype<?> type, long count, @Nullable Op op) {
    return op == Op.NO_OP ? NONE : bytes(type, count);
  }

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
    recorded(
        target,
        bytes(type, count),
        NONE,
        () -> super.put(from, type, offset, count, target, displacement, targetType, targetCount));
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
    return recorded(
        target,
        bytes(type, count),
        NONE,
        () -> super.rPut(from, type, offset, count, target, displacement, targetType, targetCount));
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
    recorded(
        target,
        NONE,
        bytes(type, count),
        () -> super.get(into, type, offset, count, target, displacement, targetType, targetCount));
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
    return recorded(
        target,
        NONE,
        bytes(type, count),
        () -> super.rGet(into, type, offset, count, target, displacement, targetType, targetCount));
  }

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
    recorded(
        target,
        bytes(type, count),
        NONE,
        () ->
            super.accumulate(
                from, type, offset, count, target, displacement, targetType, targetCount, op));
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
    return recorded(
        target,
        bytes(type, count),
        NONE,
        () ->
            super.rAccumulate(
                from, type, offset, count, target, displacement, targetType, targetCount, op));
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
    recorded(
        target,
        operands(type, count, op),
        bytes(resultType, resultCount),
        () ->
            super.getAccumulate(
                from,
                type,
                offset,
                count,
                result,
                resultType,
                resultOffset,
                resultCount,
                target,
                displacement,
                targetType,
                targetCount,
                op));
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
    return recorded(
        target,
        operands(type, count, op),
        bytes(resultType, resultCount),
        () ->
            super.rGetAccumulate(
                from,
                type,
                offset,
                count,
                result,
                resultType,
                resultOffset,
                resultCount,
                target,
                displacement,
                targetType,
                targetCount,
                op));
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
    recorded(
        target,
        operands(type, 1, op),
        bytes(type, 1),
        () -> super.fetchAndOp(from, offset, result, resultOffset, type, target, displacement, op));
  }

  @Override
  public long fetchAndOp(
      @Nullable Datatype<?> type, long bits, int target, long displacement, @Nullable Op op) {
    return recorded(
        target,
        operands(type, 1, op),
        bytes(type, 1),
        () -> super.fetchAndOp(type, bits, target, displacement, op));
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
    recorded(
        target,
        bytes(type, 2),
        bytes(type, 1),
        () ->
            super.compareAndSwap(
                from,
                offset,
                compare,
                compareOffset,
                result,
                resultOffset,
                type,
                target,
                displacement));
  }

  @Override
  public long compareAndSwap(
      @Nullable Datatype<?> type, long expected, long desired, int target, long displacement) {
    return recorded(
        target,
        bytes(type, 2),
        bytes(type, 1),
        () -> super.compareAndSwap(type, expected, desired, target, displacement));
  }
}
