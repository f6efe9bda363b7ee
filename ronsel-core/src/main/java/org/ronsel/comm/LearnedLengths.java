package org.ronsel.comm;

import java.lang.reflect.Array;
import org.jspecify.annotations.Nullable;
import org.ronsel.Datatype;
import org.ronsel.collective.call.Invocation.Form;
import org.ronsel.data.ElementType;
import org.ronsel.datatype.BufferArguments;

/** Collective operations on arrays whose lengths the ranks tell each other first. */
final class LearnedLengths {
  private final Communicator comm;
  private final UntypedCommunicator calls;

  LearnedLengths(Communicator comm, UntypedCommunicator calls) {
    this.comm = comm;
    this.calls = calls;
  }

  Object gatherv(@Nullable Object in, Datatype<?> type, int root) {
    int length = BufferArguments.length(in);
    CollectiveCalls of = comm.collectives();
    int[] counts = of.learnCounts(length, root);
    Object all = array(type, of.totalOf("gatherv", counts));
    calls.gatherv(in, type, 0, length, all, type, 0, counts, null, root);
    return pieces(type, all, counts);
  }

  Object allGatherv(@Nullable Object in, Datatype<?> type) {
    int length = BufferArguments.length(in);
    CollectiveCalls of = comm.collectives();
    int[] counts = of.learnCounts(length);
    Object all = array(type, of.totalOf("allGatherv", counts));
    calls.allGatherv(in, type, 0, length, all, type, 0, counts, null);
    return pieces(type, all, counts);
  }

  Object scatterv(@Nullable Object @Nullable [] in, Datatype<?> type, int root) {
    CollectiveCalls of = comm.collectives();
    int[] counts = of.lengthsAtRoot("scatterv", in, root);
    int[] count = new int[1];
    of.run(of.scatter(Form.BLOCKING, ElementType.INT, counts, 0, count, 0, 1, root));
    Object all =
        in == null || counts.length == 0 ? null : joined(type, in, of.totalOf("scatterv", counts));
    Object out = array(type, count[0]);
    calls.scatterv(all, type, 0, counts, null, out, type, 0, count[0], root);
    return out;
  }

  Object allToAllv(@Nullable Object @Nullable [] in, Datatype<?> type) {
    CollectiveCalls of = comm.collectives();
    int[] inCounts = of.lengthsOf("allToAllv", in);
    int[] outCounts = new int[inCounts.length];
    of.run(of.allToAll(Form.BLOCKING, ElementType.INT, inCounts, 0, 1, outCounts, 0));
    Object given = joined(type, in, of.totalOf("allToAllv", inCounts));
    Object all = array(type, of.totalOf("allToAllv", outCounts));
    calls.allToAllv(given, type, 0, inCounts, null, all, type, 0, outCounts, null);
    return pieces(type, all, outCounts);
  }

  Object neighbourAllGatherv(@Nullable Object in, Datatype<?> type) {
    int length = BufferArguments.length(in);
    CollectiveCalls of = comm.collectives();
    int[] counts = of.learnNeighbours(length);
    Object all = array(type, of.totalOf("neighbourAllGatherv", counts));
    calls.neighbourAllGatherv(in, type, 0, length, all, type, 0, counts, null);
    return pieces(type, all, counts);
  }

  Object neighbourAllToAllv(@Nullable Object @Nullable [] in, Datatype<?> type) {
    String call = "neighbourAllToAllv";
    CollectiveCalls of = comm.collectives();
    int[] inCounts = of.lengthsOf(call, in, of.neighboursToSend(call));
    int[] outCounts = of.learnNeighbours(inCounts);
    Object given = joined(type, in, of.totalOf(call, inCounts));
    Object all = array(type, of.totalOf(call, outCounts));
    calls.neighbourAllToAllv(given, type, 0, inCounts, null, all, type, 0, outCounts, null);
    return pieces(type, all, outCounts);
  }

  private static Object array(Datatype<?> type, int length) {
    return Array.newInstance(type.elementType().carrier(), length);
  }

  /** An array of arrays: {@code double[][]} of {@link Datatype#DOUBLE}. */
  private static Object pieces(Datatype<?> type, Object all, int[] counts) {
    Object[] pieces = (Object[]) Array.newInstance(type.elementType().carrier(), counts.length, 0);
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
