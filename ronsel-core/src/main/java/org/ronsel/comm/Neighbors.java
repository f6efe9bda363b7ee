package org.ronsel.comm;

import java.util.stream.IntStream;
import org.ronsel.Advice;
import org.ronsel.CartComm;
import org.ronsel.DistGraphComm;
import org.ronsel.ErrorClass;
import org.ronsel.GraphComm;
import org.ronsel.collective.algorithm.NeighborExchange;
import org.ronsel.datatype.Caller;

/**
 * The neighbours of a rank in a topology; see {@link NeighborExchange#NeighborExchange}. Of several
 * edges between two ranks of a graph the first of one meets the first of the other. Along each
 * dimension of a grid what goes in one direction comes from the other, also where both neighbours
 * are the same rank.
 */
record Neighbors(int[] sources, int[] sourceOrder, int[] dests) {
  static Neighbors of(Communicator comm, String call) {
    return switch (comm) {
      case CartComm cart -> {
        int[] ranks = cart.inNeighbors();
        int[] order = IntStream.range(0, ranks.length).map(i -> i ^ 1).toArray();
        yield new Neighbors(ranks, order, ranks);
      }
      case GraphComm graph -> inOrder(graph.inNeighbors(), graph.outNeighbors());
      case DistGraphComm graph -> inOrder(graph.inNeighbors(), graph.outNeighbors());
      default ->
          throw Caller.raised(
              comm,
              ErrorClass.TOPOLOGY,
              comm.place(call).message(comm.name() + " has no topology", Advice.MAKE_TOPOLOGY));
    };
  }

  private static Neighbors inOrder(int[] sources, int[] dests) {
    return new Neighbors(sources, IntStream.range(0, sources.length).toArray(), dests);
  }

  NeighborExchange exchange(boolean blockForEach) {
    return new NeighborExchange(blockForEach, sources, sourceOrder, dests);
  }
}
