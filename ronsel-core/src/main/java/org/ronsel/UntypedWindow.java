package org.ronsel;

import org.jspecify.annotations.Nullable;

/**
 * The operations of a window on buffers whose type is known at run time only: for other interfaces
 * built upon this one. Programs in Java use the methods of {@link Window}, where the compiler sees
 * what is moved.
 *
 * <p>A buffer is an array of a primitive type or a memory segment, as for {@link UntypedComm}. An
 * {@code offset} counts elements of an array, or bytes of a segment. A {@code displacement} counts
 * displacement units of the target's window. What moves at the target may be of another datatype
 * than at the origin, with the same basic values.
 *
 * <p>Threads, epochs and exceptions are as with {@link Window}.
 */
public interface UntypedWindow {
  /** The window of these operations. */
  Window window();

  /**
   * Makes a last {@linkplain Window#fence fence}, and closes the window; collective. What keeps
   * this rank from the fence is thrown, and the window stays open.
   *
   * @return what has failed but has not kept the ranks from the fence, such as an operation, and
   *     the error handler has seen; or null
   */
  @Nullable RonselException free();

  /** Writes elements into the target's memory (MPI-4.1, section 12.3.1). */
  void put(
      @Nullable Object from,
      @Nullable Datatype<?> type,
      long offset,
      long count,
      int target,
      long displacement,
      @Nullable Datatype<?> targetType,
      long targetCount);

  /** {@link #put} with a request, which completes when the buffer may be changed. */
  Request rPut(
      @Nullable Object from,
      @Nullable Datatype<?> type,
      long offset,
      long count,
      int target,
      long displacement,
      @Nullable Datatype<?> targetType,
      long targetCount);

  /** Reads elements of the target's memory (MPI-4.1, section 12.3.2). */
  void get(
      @Nullable Object into,
      @Nullable Datatype<?> type,
      long offset,
      long count,
      int target,
      long displacement,
      @Nullable Datatype<?> targetType,
      long targetCount);

  /** {@link #get} with a request, which completes when the data are there. */
  Request rGet(
      @Nullable Object into,
      @Nullable Datatype<?> type,
      long offset,
      long count,
      int target,
      long displacement,
      @Nullable Datatype<?> targetType,
      long targetCount);

  /**
   * Combines elements with those of the target's memory, each basic value atomically (MPI-4.1,
   * section 12.3.4).
   */
  void accumulate(
      @Nullable Object from,
      @Nullable Datatype<?> type,
      long offset,
      long count,
      int target,
      long displacement,
      @Nullable Datatype<?> targetType,
      long targetCount,
      @Nullable Op op);

  /** {@link #accumulate} with a request, which completes when the buffer may be changed. */
  Request rAccumulate(
      @Nullable Object from,
      @Nullable Datatype<?> type,
      long offset,
      long count,
      int target,
      long displacement,
      @Nullable Datatype<?> targetType,
      long targetCount,
      @Nullable Op op);

  /**
   * {@link #accumulate}, and the target's elements as they were go into {@code result}. With {@link
   * Op#NO_OP} the origin's buffer is not looked at.
   */
  void getAccumulate(
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
      @Nullable Op op);

  /** {@link #getAccumulate} with a request, which completes when the result is there. */
  Request rGetAccumulate(
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
      @Nullable Op op);

  /** {@link #getAccumulate} of one element of a predefined datatype. */
  void fetchAndOp(
      @Nullable Object from,
      long offset,
      @Nullable Object result,
      long resultOffset,
      @Nullable Datatype<?> type,
      int target,
      long displacement,
      @Nullable Op op);

  /**
   * Writes one element into the target's memory if that is equal to {@code compare}, atomically; it
   * goes into {@code result} as it was (MPI-4.1, section 12.3.4). Integer types and booleans.
   */
  void compareAndSwap(
      @Nullable Object from,
      long offset,
      @Nullable Object compare,
      long compareOffset,
      @Nullable Object result,
      long resultOffset,
      @Nullable Datatype<?> type,
      int target,
      long displacement);

  /**
   * {@link #fetchAndOp} of one value of a basic type, as bits, and waits for the result.
   *
   * @param bits an integer sign-extended, a float or double as its raw bits
   * @return the value as it was
   */
  long fetchAndOp(
      @Nullable Datatype<?> type, long bits, int target, long displacement, @Nullable Op op);

  /** {@link #compareAndSwap} of one value of a basic type, as bits, and waits for the result. */
  long compareAndSwap(
      @Nullable Datatype<?> type, long expected, long desired, int target, long displacement);
}
