package org.ronsel.collective.algorithm;

import java.util.stream.IntStream;

/** See {@link Tree#FLAT}. */
final class Flat implements Tree {
  @Override
  public String name() {
    return "flat";
  }

  @Override
  public int parent(int node, int ranks) {
    return node == 0 ? -1 : 0;
  }

  @Override
  public int[] children(int node, int ranks) {
    return node == 0 ? IntStream.range(1, ranks).toArray() : new int[0];
  }

  @Override
  public int end(int node, int ranks) {
    return node == 0 ? ranks : node + 1;
  }
}
