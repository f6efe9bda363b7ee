package org.ronsel.comm;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BinaryOperator;
import org.jspecify.annotations.Nullable;
import org.ronsel.ErrorClass;
import org.ronsel.Ronsel;

/** Collective operations on objects that go to one rank each, or are combined. */
final class ObjectExchanges {
  private final Communicator comm;

  // The first byte of a message says what the others are: an object, or why there is none.
  private static final byte OBJECT = 0;
  private static final byte REASON = 1;

  /** Of this rank to itself, and where there is no memory even for a reason. */
  private static final byte[] NOTHING = {};

  private final ObjectCalls calls;

  ObjectExchanges(Communicator comm, ObjectCalls calls) {
    this.comm = comm;
    this.calls = calls;
  }

  <T> @Nullable T scatterObjects(@Nullable List<? extends @Nullable T> objects, int root) {
    String call = "scatterObjects";
    comm.checkOpen();
    calls.begins(call, root);
    CollectiveArguments.root(comm, call, root);
    if (comm.rank() != root) {
      return decodeFrom(call, root, comm.scatterv(new byte[0][], root));
    }
    List<? extends @Nullable T> all = oneForEach(call, objects);
    byte[][] messages = new byte[comm.size()][];
    Throwable failure = encode(call, all, messages);
    var _ = comm.scatterv(messages, root);
    if (failure != null) {
      throw calls.thrown(failure);
    }
    return all.get(root);
  }

  <T> List<@Nullable T> allToAllObjects(List<? extends @Nullable T> objects) {
    String call = "allToAllObjects";
    comm.checkOpen();
    calls.begins(call, -1);
    List<? extends @Nullable T> all = oneForEach(call, objects);
    int own = comm.rank();
    byte[][] messages = new byte[comm.size()][];
    Throwable failure = encode(call, all, messages);
    byte[][] received = comm.allToAllv(messages);
    if (failure != null) {
      throw calls.thrown(failure);
    }
    List<@Nullable T> got = new ArrayList<>(received.length);
    for (int rank = 0; rank < received.length; rank++) {
      got.add(rank == own ? all.get(own) : decodeFrom(call, rank, received[rank]));
    }
    return got;
  }

  <T> @Nullable T reduceObject(@Nullable T object, BinaryOperator<@Nullable T> op, int root) {
    Arguments.present(comm, "reduceObject", "op", op);
    return combined(calls.gatherObjects(object, root), op);
  }

  <T> @Nullable T allReduceObject(@Nullable T object, BinaryOperator<@Nullable T> op) {
    Arguments.present(comm, "allReduceObject", "op", op);
    return combined(calls.allGatherObjects(object), op);
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
    List<? extends @Nullable T> all = Arguments.present(comm, call, "objects", objects);
    if (all.size() != comm.size()) {
      throw Arguments.raised(
          comm,
          call,
          ErrorClass.COUNT,
          all.size() + " objects for " + comm.size() + " ranks; there must be one for each");
    }
    return all;
  }

  /** Makes the messages to other ranks; if one cannot be made, all are told why instead. */
  private @Nullable Throwable encode(
      String call, List<? extends @Nullable Object> all, byte[][] messages) {
    int own = comm.rank();
    try {
      for (int rank = 0; rank < messages.length; rank++) {
        messages[rank] =
            rank == own ? NOTHING : labelled(OBJECT, calls.encodeUnseen(call, all.get(rank)));
      }
    } catch (RuntimeException | Error failure) { // what the list throws, too
      Arrays.fill(messages, NOTHING); // is memory for what follows
      Arrays.fill(messages, reasonOf(failure)); // the others are told first
      messages[own] = NOTHING;
      return failure;
    }
    return null;
  }

  private static byte[] reasonOf(Throwable failure) {
    try {
      return labelled(REASON, ObjectCalls.reason(failure));
    } catch (OutOfMemoryError full) {
      return NOTHING;
    }
  }

  private static byte[] labelled(byte what, byte[] message) {
    byte[] all = new byte[message.length + 1];
    all[0] = what;
    System.arraycopy(message, 0, all, 1, message.length);
    return all;
  }

  private <T> @Nullable T decodeFrom(String call, int rank, byte[] message) {
    if (message.length == 0) {
      throw comm.raise(calls.failedElsewhere(call, rank, NOTHING));
    }
    byte[] rest = Arrays.copyOfRange(message, 1, message.length);
    if (message[0] == REASON) {
      throw comm.raise(calls.failedElsewhere(call, rank, rest));
    }
    return calls.decode(call, rank, Ronsel.ANY_TAG, rest);
  }
}
