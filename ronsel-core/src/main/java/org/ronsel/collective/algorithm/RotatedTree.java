package org.ronsel.collective.algorithm;

/**
 * A tree of one shape; a node is a rank counted from the root.
 *
 * @param root the rank that is node 0
 */
record RotatedTree(Tree shape, int size, int root) implements RankTree {
  @Override
  public int rank(int node) {
    int rank = node + root;
    return rank < size ? rank : rank - size;
  }

  @Override
  public int node(int rank) {
    int node = rank - root;
    return node >= 0 ? node : node + size;
  }

  @Override
  public int parent(int node) {
    return shape.parent(node, size);
  }

  @Override
  public int[] children(int node) {
    return shape.children(node, size);
  }

  @Override
  public int end(int node) {
    return shape.end(node, size);
  }
}
