package org.ronsel.comm;

import java.util.stream.IntStream;
import org.ronsel.CartComm;
import org.ronsel.DistGraphComm;
import org.ronsel.ErrorClass;
import org.ronsel.GraphComm;
import org.ronsel.collective.algorithm.NeighbourExchange;

/**
 * The neighbours of a rank in a topology; see {@link NeighbourExchange#NeighbourExchange}. Of
 * several edges between two ranks of a graph the first of one meets the first of the other. Along
 * each dimension of a grid what goes in one direction comes from the other, also where both
 * neighbours are the same rank.
 */
record Neighbours(int[] sources, int[] sourceOrder, int[] dests) {
  static Neighbours of(Communicator comm, String call) {
    return switch (comm) {
      case CartComm cart -> {
        int[] ranks = cart.inNeighbours();
        int[] order = IntStream.range(0, ranks.length).map(i -> i ^ 1).toArray();
        yield new Neighbours(ranks, order, ranks);
      }
      case GraphComm graph -> inOrder(graph.inNeighbours(), graph.outNeighbours());
      case DistGraphComm graph -> inOrder(graph.inNeighbours(), graph.outNeighbours());
      default ->
          throw Arguments.raised(
              comm,
              call,
              ErrorClass.TOPOLOGY,
              comm.name() + " has no topology; make one with createCart or createDistGraph");
    };
  }

  private static Neighbours inOrder(int[] sources, int[] dests) {
    return new Neighbours(sources, IntStream.range(0, sources.length).toArray(), dests);
  }

  NeighbourExchange exchange(boolean blockForEach) {
    return new NeighbourExchange(blockForEach, sources, sourceOrder, dests);
  }
}
