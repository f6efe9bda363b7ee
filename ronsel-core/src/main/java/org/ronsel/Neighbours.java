package org.ronsel;

import java.util.HashMap;
import java.util.Map;

/**
 * The neighbours of a rank in a topology, and the tags that tell several messages between the same
 * two ranks apart.
 */
record Neighbours(int[] sources, int[] sourceTags, int[] dests, int[] destTags) {
  static Neighbours of(Comm comm, String call) {
    return switch (comm) {
      case CartComm cart -> ofGrid(cart);
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

  /**
   * Along each dimension of a grid what goes in one direction comes from the other, also where both
   * neighbours are the same rank.
   */
  private static Neighbours ofGrid(CartComm cart) {
    int[] ranks = cart.inNeighbours();
    int[] sourceTags = new int[ranks.length];
    int[] destTags = new int[ranks.length];
    for (int i = 0; i < ranks.length; i++) {
      destTags[i] = i;
      sourceTags[i] = i ^ 1;
    }
    return new Neighbours(ranks, sourceTags, ranks, destTags);
  }

  /** Of several edges between two ranks the first of one meets the first of the other. */
  private static Neighbours inOrder(int[] sources, int[] dests) {
    return new Neighbours(sources, occurrences(sources), dests, occurrences(dests));
  }

  private static int[] occurrences(int[] ranks) {
    Map<Integer, Integer> seen = new HashMap<>();
    int[] numbers = new int[ranks.length];
    for (int i = 0; i < ranks.length; i++) {
      numbers[i] = seen.merge(ranks[i], 1, Integer::sum) - 1;
    }
    return numbers;
  }
}
