package org.ronsel;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BinaryOperator;
import org.jspecify.annotations.Nullable;

/** Collective operations on objects that go to one rank each, or are combined. */
abstract sealed class ObjectExchanges extends ObjectCalls permits CommProperties {
  /** Goes in the place of a message that could not be made; the others begin with a byte. */
  private static final byte[] FAILED = {};

  ObjectExchanges() {}

  /**
   * Gives each rank the object of its number of those that the root has (collective). The root gets
   * its own itself, the others a copy.
   *
   * @param objects one for each rank; used at the root only
   * @throws ObjectMessageException on all ranks if the root cannot encode one; on a rank that
   *     cannot decode its own
   */
  public <T> @Nullable T scatterObjects(@Nullable List<? extends @Nullable T> objects, int root) {
    String call = "scatterObjects";
    checkOpen();
    begins(call, root);
    CollectiveArguments.root(self(), call, root);
    if (self().rank() != root) {
      return decodeFrom(call, root, scatterv(new byte[0][], root));
    }
    List<? extends @Nullable T> all = oneForEach(call, objects);
    byte[][] messages = new byte[self().size()][];
    RonselException failure = encode(call, all, messages);
    byte[] unused = scatterv(messages, root);
    if (failure != null) {
      throw failure;
    }
    return all.get(root);
  }

  /**
   * Gives each rank the object of its number of those that every rank has (collective).
   *
   * @param objects one for each rank
   * @return that of each rank, by rank; the calling rank's own is not a copy
   * @throws ObjectMessageException on all ranks if one cannot encode an object; on a rank that
   *     cannot decode one
   */
  public <T> List<@Nullable T> allToAllObjects(List<? extends @Nullable T> objects) {
    String call = "allToAllObjects";
    checkOpen();
    begins(call, -1);
    List<? extends @Nullable T> all = oneForEach(call, objects);
    int own = self().rank();
    byte[][] messages = new byte[self().size()][];
    RonselException failure = encode(call, all, messages);
    byte[][] received = allToAllv(messages);
    if (failure != null) {
      throw failure;
    }
    List<@Nullable T> got = new ArrayList<>(received.length);
    for (int rank = 0; rank < received.length; rank++) {
      got.add(rank == own ? all.get(own) : decodeFrom(call, rank, received[rank]));
    }
    return got;
  }

  /**
   * Combines one object of every rank, in the order of ranks, at the root (collective).
   *
   * @param op associative; called at the root only, and leaves its arguments as they are
   * @return the combination at the root; null elsewhere
   * @throws ObjectMessageException as {@link #gatherObjects} does
   */
  public <T> @Nullable T reduceObject(
      @Nullable T object, BinaryOperator<@Nullable T> op, int root) {
    Arguments.present(self(), "reduceObject", "op", op);
    return combined(gatherObjects(object, root), op);
  }

  /**
   * Combines one object of every rank, in the order of ranks; every rank gets the result
   * (collective).
   *
   * @param op associative; called on every rank, and leaves its arguments as they are
   * @throws ObjectMessageException as {@link #allGatherObjects} does
   */
  public <T> @Nullable T allReduceObject(@Nullable T object, BinaryOperator<@Nullable T> op) {
    Arguments.present(self(), "allReduceObject", "op", op);
    return combined(allGatherObjects(object), op);
  }

  private static <T> @Nullable T combined(
      List<@Nullable T> objects, BinaryOperator<@Nullable T> op) {
    if (objects.isEmpty()) {
      return null;
    }
    @Nullable T result = objects.getFirst();
    for (int rank = 1; rank < objects.size(); rank++) {
      result = op.apply(result, objects.get(rank));
    }
    return result;
  }

  private <T> List<? extends @Nullable T> oneForEach(
      String call, @Nullable List<? extends @Nullable T> objects) {
    List<? extends @Nullable T> all = Arguments.present(self(), call, "objects", objects);
    if (all.size() != self().size()) {
      throw Arguments.raised(
          self(),
          call,
          ErrorClass.COUNT,
          all.size() + " objects for " + self().size() + " ranks; there must be one for each");
    }
    return all;
  }

  /** Makes the messages to other ranks; none if one cannot be made. */
  private @Nullable RonselException encode(
      String call, List<? extends @Nullable Object> objects, byte[][] messages) {
    Arrays.fill(messages, FAILED);
    byte[][] made = messages.clone();
    try {
      for (int rank = 0; rank < made.length; rank++) {
        if (rank != self().rank()) {
          byte[] message = encode(call, objects.get(rank));
          made[rank] = new byte[message.length + 1];
          System.arraycopy(message, 0, made[rank], 1, message.length);
        }
      }
    } catch (RonselException failure) {
      return failure; // the others are told first
    }
    System.arraycopy(made, 0, messages, 0, made.length);
    return null;
  }

  private <T> @Nullable T decodeFrom(String call, int rank, byte[] message) {
    if (message.length == 0) {
      throw self().raise(failedElsewhere(call, rank));
    }
    return decode(call + " from rank " + rank, Arrays.copyOfRange(message, 1, message.length));
  }
}
