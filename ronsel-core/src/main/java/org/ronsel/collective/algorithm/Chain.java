package org.ronsel.collective.algorithm;

/** See {@link Tree#CHAIN}. */
final class Chain implements Tree {
  @Override
  public String name() {
    return "chain";
  }

  @Override
  public int parent(int node, int ranks) {
    return node - 1;
  }

  @Override
  public int[] children(int node, int ranks) {
    return node + 1 < ranks ? new int[] {node + 1} : new int[0];
  }

  @Override
  public int end(int node, int ranks) {
    return ranks;
  }
}
