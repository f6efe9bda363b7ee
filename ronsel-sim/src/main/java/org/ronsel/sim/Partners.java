package org.ronsel.sim;

/**
 * The partners with which a rank exchanges messages, derived from the table of a similar rank.
 *
 * @param isFlip whether numbers are combined by exclusive or with {@code by}; else {@code by} is
 *     added, modulo {@code ranks}
 */
record Partners(PartnerTable table, boolean isFlip, int by, int ranks) {
  static Partners shifted(PartnerTable table, int rank, int ranks) {
    return new Partners(table, false, unshifted(rank, table.rank(), ranks), ranks);
  }

  static Partners flipped(PartnerTable table, int rank, int ranks) {
    return new Partners(table, true, rank ^ table.rank(), ranks);
  }

  static int unshifted(int rank, int by, int ranks) {
    int number = rank - by;
    return number < 0 ? number + ranks : number;
  }

  /** The partner of a step that sends or receives. */
  int peer(int step) {
    int peer = table.peer(step);
    if (isFlip) {
      return peer ^ by;
    }
    int number = peer + by;
    return number < ranks ? number : number - ranks;
  }

  /** The step that receives a message, or -1. */
  int receive(int from, int label) {
    return table.receive(isFlip ? from ^ by : unshifted(from, by, ranks), label);
  }

  /** Whether these are the partners of all steps, -1 for those without. */
  boolean are(int[] peers) {
    for (int step = 0; step < peers.length; step++) {
      if (peers[step] >= 0 && peer(step) != peers[step]) {
        return false;
      }
    }
    return true;
  }
}
