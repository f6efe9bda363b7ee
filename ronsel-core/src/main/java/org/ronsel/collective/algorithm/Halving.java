package org.ronsel.collective.algorithm;

import java.util.stream.IntStream;

/** See {@link Tree#HALVING}. */
final class Halving implements Tree {
  @Override
  public String name() {
    return "halving";
  }

  private static int middle(int from, int to) {
    return from + (to - from + 1) / 2;
  }

  @Override
  public int parent(int node, int ranks) {
    int from = 0;
    int to = ranks;
    int parent = -1;
    while (from != node) {
      int middle = middle(from, to);
      if (node >= middle) {
        parent = from;
        from = middle;
      } else {
        to = middle;
      }
    }
    return parent;
  }

  @Override
  public int[] children(int node, int ranks) {
    IntStream.Builder children = IntStream.builder();
    for (int to = end(node, ranks); to - node > 1; to = middle(node, to)) {
      children.add(middle(node, to));
    }
    return children.build().sorted().toArray();
  }

  @Override
  public int end(int node, int ranks) {
    int from = 0;
    int to = ranks;
    while (from != node) {
      int middle = middle(from, to);
      if (node >= middle) {
        from = middle;
      } else {
        to = middle;
      }
    }
    return to;
  }
}
