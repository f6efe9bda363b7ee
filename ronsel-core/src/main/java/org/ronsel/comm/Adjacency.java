package org.ronsel.comm;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The edges of one rank of a distributed graph.
 *
 * @param sources ranks that send to it
 * @param sourceWeights how much each of them sends; 1 each if that is not known
 * @param destinations ranks that it sends to
 * @param destinationWeights how much goes to each of them; 1 each if that is not known
 */
record Adjacency(
    int[] sources,
    int[] sourceWeights,
    int[] destinations,
    int[] destinationWeights,
    boolean weighted) {

  static Adjacency of(
      int[] sources,
      int @Nullable [] sourceWeights,
      int[] destinations,
      int @Nullable [] destinationWeights,
      boolean weighted) {
    return new Adjacency(
        sources.clone(),
        weights(sources, sourceWeights),
        destinations.clone(),
        weights(destinations, destinationWeights),
        weighted);
  }

  private static int[] weights(int[] ranks, int @Nullable [] weights) {
    if (weights != null) {
      return weights.clone();
    }
    int[] ones = new int[ranks.length];
    Arrays.fill(ones, 1);
    return ones;
  }

  /** Number of sources, the sources, their weights, then the destinations and theirs. */
  int[] toNumbers() {
    int in = sources.length;
    int out = destinations.length;
    int[] numbers = new int[1 + 2 * in + 2 * out];
    numbers[0] = in;
    System.arraycopy(sources, 0, numbers, 1, in);
    System.arraycopy(sourceWeights, 0, numbers, 1 + in, in);
    System.arraycopy(destinations, 0, numbers, 1 + 2 * in, out);
    System.arraycopy(destinationWeights, 0, numbers, 1 + 2 * in + out, out);
    return numbers;
  }

  static Adjacency ofNumbers(int[] numbers, boolean weighted) {
    int in = numbers[0];
    int out = (numbers.length - 1 - 2 * in) / 2;
    int to = 1 + 2 * in;
    return new Adjacency(
        Arrays.copyOfRange(numbers, 1, 1 + in),
        Arrays.copyOfRange(numbers, 1 + in, to),
        Arrays.copyOfRange(numbers, to, to + out),
        Arrays.copyOfRange(numbers, to + out, numbers.length),
        weighted);
  }

  /** The edges that go out of {@code rank}. */
  EdgeList outgoing(int rank) {
    EdgeList edges = new EdgeList();
    for (int i = 0; i < destinations.length; i++) {
      edges.add(rank, destinations[i], destinationWeights[i]);
    }
    return edges;
  }
}
