package org.ronsel.conformance;

import java.lang.reflect.Array;
import java.util.Arrays;
import org.ronsel.Comm;
import org.ronsel.Datatype;
import org.ronsel.Op;
import org.ronsel.PersistentRequest;
import org.ronsel.UntypedComm;

/** Every reduction by every kind of call, and what it gives by its definition. */
enum Reductions {
  REDUCE,
  ALL_REDUCE,
  REDUCE_SCATTER,
  REDUCE_SCATTER_BLOCK,
  SCAN,
  EXSCAN;

  /** How a call is made. */
  enum CallKind {
    BLOCKING,
    NONBLOCKING,
    PERSISTENT
  }

  /** Combines the operands of ranks 0 to {@code last}. */
  @FunctionalInterface
  interface Model {
    Object of(int last);
  }

  /** Elements that each rank gives for results of {@code count} elements. */
  int given(int count, int ranks) {
    return this == REDUCE_SCATTER || this == REDUCE_SCATTER_BLOCK ? count * ranks : count;
  }

  private int[] counts(int count, int ranks) {
    int[] counts = new int[ranks];
    Arrays.fill(counts, count);
    if (ranks > 1) { // not all alike, though as many together
      counts[0] += counts[1] / 2;
      counts[1] -= counts[1] / 2;
    }
    return counts;
  }

  /** Elements that a rank gets. */
  private int taken(int count, int ranks, int rank) {
    return this == REDUCE_SCATTER ? counts(count, ranks)[rank] : count;
  }

  /**
   * Makes the call and returns what the rank gets; null where it gets nothing.
   *
   * @param width array elements of one element of the datatype
   */
  Object call(
      Comm world,
      CallKind kind,
      Object in,
      Datatype<?> type,
      int width,
      int count,
      Op op,
      int root) {
    UntypedComm untyped = world.untyped();
    int rank = world.rank();
    int ranks = world.size();
    Object out =
        Array.newInstance(in.getClass().getComponentType(), taken(count, ranks, rank) * width);
    int[] counts = counts(count, ranks);
    switch (kind) {
      case BLOCKING -> {
        switch (this) {
          case REDUCE -> untyped.reduce(in, 0, out, 0, type, count, op, root);
          case ALL_REDUCE -> untyped.allReduce(in, 0, out, 0, type, count, op);
          case REDUCE_SCATTER -> untyped.reduceScatter(in, 0, out, 0, type, counts, op);
          case REDUCE_SCATTER_BLOCK -> untyped.reduceScatterBlock(in, 0, out, 0, type, count, op);
          case SCAN -> untyped.scan(in, 0, out, 0, type, count, op);
          case EXSCAN -> untyped.exscan(in, 0, out, 0, type, count, op);
        }
      }
      case NONBLOCKING ->
          (switch (this) {
                case REDUCE -> untyped.started().reduce(in, 0, out, 0, type, count, op, root);
                case ALL_REDUCE -> untyped.started().allReduce(in, 0, out, 0, type, count, op);
                case REDUCE_SCATTER ->
                    untyped.started().reduceScatter(in, 0, out, 0, type, counts, op);
                case REDUCE_SCATTER_BLOCK ->
                    untyped.started().reduceScatterBlock(in, 0, out, 0, type, count, op);
                case SCAN -> untyped.started().scan(in, 0, out, 0, type, count, op);
                case EXSCAN -> untyped.started().exscan(in, 0, out, 0, type, count, op);
              })
              .await();
      case PERSISTENT -> {
        PersistentRequest request =
            switch (this) {
              case REDUCE -> untyped.persistent().reduce(in, 0, out, 0, type, count, op, root);
              case ALL_REDUCE -> untyped.persistent().allReduce(in, 0, out, 0, type, count, op);
              case REDUCE_SCATTER ->
                  untyped.persistent().reduceScatter(in, 0, out, 0, type, counts, op);
              case REDUCE_SCATTER_BLOCK ->
                  untyped.persistent().reduceScatterBlock(in, 0, out, 0, type, count, op);
              case SCAN -> untyped.persistent().scan(in, 0, out, 0, type, count, op);
              case EXSCAN -> untyped.persistent().exscan(in, 0, out, 0, type, count, op);
            };
        for (int i = 0; i < 2; i++) {
          Object cleared =
              Array.newInstance(out.getClass().getComponentType(), Array.getLength(out));
          System.arraycopy(cleared, 0, out, 0, Array.getLength(out));
          request.start();
          request.await();
        }
      }
    }
    boolean none = this == REDUCE && rank != root || this == EXSCAN && rank == 0;
    return none ? null : out;
  }

  /** What the rank gets by the definition. */
  Object expected(Comm world, Model model, int width, int count, int root) {
    int rank = world.rank();
    int ranks = world.size();
    int[] counts = counts(count, ranks);
    int before = Arrays.stream(counts, 0, rank).sum();
    return switch (this) {
      case REDUCE -> rank == root ? model.of(ranks - 1) : null;
      case ALL_REDUCE -> model.of(ranks - 1);
      case REDUCE_SCATTER -> part(model.of(ranks - 1), before * width, counts[rank] * width);
      case REDUCE_SCATTER_BLOCK -> part(model.of(ranks - 1), rank * count * width, count * width);
      case SCAN -> model.of(rank);
      case EXSCAN -> rank == 0 ? null : model.of(rank - 1);
    };
  }

  private static Object part(Object array, int from, int length) {
    Object part = Array.newInstance(array.getClass().getComponentType(), length);
    System.arraycopy(array, from, part, 0, length);
    return part;
  }
}
