package org.ronsel.comm;

import java.lang.reflect.Array;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.ronsel.Datatype;
import org.ronsel.ErrorClass;
import org.ronsel.InvalidArgumentException;
import org.ronsel.data.ElementType;
import org.ronsel.datatype.AbstractDatatype;
import org.ronsel.datatype.BufferArguments;

/** Collective operations on arrays whose lengths the ranks tell each other first. */
final class LearnedLengths {
  private static final int[] NO_COUNTS = {};

  private final Communicator comm;
  private final UntypedCommunicator calls;

  LearnedLengths(Communicator comm, UntypedCommunicator calls) {
    this.comm = comm;
    this.calls = calls;
  }

  Object gatherv(@Nullable Object in, Datatype<?> type, int root) {
    boolean gives = !comm.isInter() || root >= 0;
    int length = gives ? lengthOf("gatherv", in) : 0;
    int[] counts = comm.isRoot(root) ? new int[comm.collectives().peers()] : NO_COUNTS;
    calls.gather(new int[] {length}, Datatype.INT, 0, 1, counts, Datatype.INT, 0, 1, root);
    Object all = arrayFor("gatherv", type, counts);
    calls.gatherv(in, type, 0, length, all, type, 0, counts, null, root);
    return pieces(type, all, counts);
  }

  Object allGatherv(@Nullable Object in, Datatype<?> type) {
    int length = lengthOf("allGatherv", in);
    int[] counts = new int[comm.collectives().peers()];
    calls.allGather(new int[] {length}, Datatype.INT, 0, 1, counts, Datatype.INT, 0, 1);
    var _ = totalOf("allGatherv", counts); // alike on all ranks
    Object all = arrayFor("allGatherv", type, counts);
    calls.allGatherv(in, type, 0, length, all, type, 0, counts, null);
    return pieces(type, all, counts);
  }

  Object scatterv(@Nullable Object @Nullable [] in, Datatype<?> type, int root) {
    int[] counts = lengthsAtRoot("scatterv", in, root);
    Object all =
        in == null || counts.length == 0 ? null : joined(type, in, totalOf("scatterv", counts));
    int[] count = new int[1];
    calls.scatter(counts, Datatype.INT, 0, 1, count, Datatype.INT, 0, 1, root);
    Object out = arrayFor("scatterv", type, count);
    calls.scatterv(all, type, 0, counts, null, out, type, 0, count[0], root);
    return out;
  }

  Object allToAllv(@Nullable Object @Nullable [] in, Datatype<?> type) {
    int[] inCounts = lengthsOf("allToAllv", in, comm.collectives().peers());
    Object given = joined(type, in, totalOf("allToAllv", inCounts));
    int[] outCounts = new int[inCounts.length];
    calls.allToAll(inCounts, Datatype.INT, 0, 1, outCounts, Datatype.INT, 0, 1);
    Object all = arrayFor("allToAllv", type, outCounts);
    calls.allToAllv(given, type, 0, inCounts, null, all, type, 0, outCounts, null);
    return pieces(type, all, outCounts);
  }

  Object neighborAllGatherv(@Nullable Object in, Datatype<?> type) {
    int length = lengthOf("neighborAllGatherv", in);
    CollectiveCalls of = comm.collectives();
    int[] counts = new int[of.neighbors("neighborAllGatherv", false).sources()];
    calls.neighborAllGather(new int[] {length}, Datatype.INT, 0, 1, counts, Datatype.INT, 0, 1);
    Object all = arrayFor("neighborAllGatherv", type, counts);
    calls.neighborAllGatherv(in, type, 0, length, all, type, 0, counts, null);
    return pieces(type, all, counts);
  }

  Object neighborAllToAllv(@Nullable Object @Nullable [] in, Datatype<?> type) {
    String call = "neighborAllToAllv";
    CollectiveCalls of = comm.collectives();
    int[] inCounts = lengthsOf(call, in, of.neighborsToSend(call));
    Object given = joined(type, in, totalOf(call, inCounts));
    int[] outCounts = new int[of.neighbors(call, true).sources()];
    calls.neighborAllToAll(inCounts, Datatype.INT, 0, 1, outCounts, Datatype.INT, 0, 1);
    Object all = arrayFor(call, type, outCounts);
    calls.neighborAllToAllv(given, type, 0, inCounts, null, all, type, 0, outCounts, null);
    return pieces(type, all, outCounts);
  }

  /**
   * An array for what comes from others. If there can be none the call fails on all ranks, which
   * have told their lengths, and would wait for this one.
   */
  private Object arrayFor(String call, Datatype<?> type, int[] counts) {
    long total = sum(counts);
    if (total > ElementType.LONGEST_ARRAY) {
      InvalidArgumentException failure = tooMany(call, total);
      comm.collectives.unchecked().failAll(call, failure);
      throw comm.raise(failure);
    }
    try {
      return array(type, (int) total);
    } catch (OutOfMemoryError full) {
      comm.collectives.unchecked().failAll(call, full);
      throw full;
    }
  }

  /** Sum of lengths, which must be that of an array. */
  private int totalOf(String call, int[] counts) {
    long total = sum(counts);
    if (total > ElementType.LONGEST_ARRAY) {
      throw comm.raise(tooMany(call, total));
    }
    return (int) total;
  }

  private static long sum(int[] counts) {
    return Arrays.stream(counts).asLongStream().sum();
  }

  private InvalidArgumentException tooMany(String call, long total) {
    return new InvalidArgumentException(
        ErrorClass.COUNT,
        comm.place(call)
            .message(
                total
                    + " elements do not fit into an array; exchange them in parts, or use"
                    + " segments"));
  }

  /** The length of the array that this rank gives; before others learn of it. */
  private int lengthOf(String call, @Nullable Object in) {
    return Array.getLength(CollectiveArguments.input(comm, call, in));
  }

  /** Lengths of the arrays that go to each rank; none where the caller is not the root. */
  private int[] lengthsAtRoot(String call, @Nullable Object @Nullable [] arrays, int root) {
    return comm.isRoot(root) ? lengthsOf(call, arrays, comm.collectives().peers()) : NO_COUNTS;
  }

  /** Lengths of the arrays that go to each of this many ranks. */
  private int[] lengthsOf(String call, @Nullable Object @Nullable [] arrays, int ranks) {
    @Nullable Object[] each = CollectiveArguments.input(comm, call, arrays);
    if (each.length != ranks) {
      throw Arguments.raised(
          comm,
          call,
          ErrorClass.ARGUMENT,
          "in has " + each.length + " arrays; it needs one for each of the " + ranks + " ranks");
    }
    int[] lengths = new int[each.length];
    for (int rank = 0; rank < lengths.length; rank++) {
      String which = "in[" + rank + "]";
      lengths[rank] = Array.getLength(Arguments.present(comm, call, which, each[rank]));
    }
    return lengths;
  }

  private static Class<?> carrier(Datatype<?> type) {
    return AbstractDatatype.of(type).elementType().carrier();
  }

  private static Object array(Datatype<?> type, int length) {
    return Array.newInstance(carrier(type), length);
  }

  /** An array of arrays: {@code double[][]} of {@link Datatype#DOUBLE}. */
  private static Object pieces(Datatype<?> type, Object all, int[] counts) {
    Object[] pieces = (Object[]) Array.newInstance(carrier(type), counts.length, 0);
    int at = 0;
    for (int rank = 0; rank < counts.length; rank++) {
      pieces[rank] = array(type, counts[rank]);
      System.arraycopy(all, at, pieces[rank], 0, counts[rank]);
      at += counts[rank];
    }
    return pieces;
  }

  private static Object joined(Datatype<?> type, @Nullable Object @Nullable [] in, int total) {
    Object all = array(type, total);
    int at = 0;
    if (in != null) {
      for (Object piece : in) {
        int length = BufferArguments.length(piece);
        System.arraycopy(piece, 0, all, at, length);
        at += length;
      }
    }
    return all;
  }
}
