package org.ronsel.collective.algorithm;

import java.util.stream.IntStream;

/**
 * See {@link Tree#BINOMIAL}: written with base {@code k}, the parent of a node is the node with its
 * lowest digit that is not 0 set to 0.
 */
final class KNomial implements Tree {
  private final int k;
  private final String name;

  KNomial(int k, String name) {
    this.k = k;
    this.name = name;
  }

  @Override
  public String name() {
    return name;
  }

  /** The weight of the lowest digit that is not 0; of the root, the power that no node reaches. */
  private long weight(int node, int ranks) {
    long weight = 1;
    if (node == 0) {
      while (weight < ranks) {
        weight *= k;
      }
    } else {
      while (node / weight % k == 0) {
        weight *= k;
      }
    }
    return weight;
  }

  @Override
  public int parent(int node, int ranks) {
    if (node == 0) {
      return -1;
    }
    long weight = weight(node, ranks);
    return (int) (node - node / weight % k * weight);
  }

  @Override
  public int[] children(int node, int ranks) {
    IntStream.Builder children = IntStream.builder();
    long limit = weight(node, ranks);
    for (long weight = 1; weight < limit; weight *= k) {
      for (int digit = 1; digit < k && node + digit * weight < ranks; digit++) {
        children.add((int) (node + digit * weight));
      }
    }
    return children.build().toArray();
  }

  @Override
  public int end(int node, int ranks) {
    return (int) Math.min(ranks, node + weight(node, ranks));
  }
}
