package org.ronsel.collective.algorithm;

/**
 * A tree over some ranks of a communicator, as a tree over their places in a list.
 *
 * @param tree over the places
 * @param members the ranks
 * @param own the place of the rank that asks, the only one whose node can be asked for
 */
record PartialTree(RankTree tree, int[] members, int own) implements RankTree {
  @Override
  public int size() {
    return tree.size();
  }

  @Override
  public int rank(int node) {
    return members[tree.rank(node)];
  }

  @Override
  public int node(int rank) {
    if (members[own] != rank) {
      throw new IllegalArgumentException("rank " + rank + " asks for that of " + members[own]);
    }
    return tree.node(own);
  }

  @Override
  public int parent(int node) {
    return tree.parent(node);
  }

  @Override
  public int[] children(int node) {
    return tree.children(node);
  }

  @Override
  public int[] deepestFirst(int node) {
    return tree.deepestFirst(node);
  }

  @Override
  public int end(int node) {
    return tree.end(node);
  }
}
