package org.ronsel.bench.kernel;

import org.ronsel.Comm;

/**
 * Two ranks of a job that exchange messages: one of the first half of the ranks and one of the
 * second, as far from each other as the ranks of any other pair.
 *
 * @param comm all ranks
 * @param peer the other one
 * @param first whether this rank is the one of the first half
 * @param pairs number of pairs
 */
record Pair(Comm comm, int peer, boolean first, int pairs) {
  /**
   * The pair of the calling rank.
   *
   * @throws IllegalArgumentException if the number of ranks is odd
   */
  static Pair of(Comm comm) {
    if (comm.size() % 2 != 0) {
      throw new IllegalArgumentException(
          "this kernel needs pairs of ranks, not " + comm.size() + " ranks");
    }
    int pairs = comm.size() / 2;
    boolean first = comm.rank() < pairs;
    return new Pair(comm, first ? comm.rank() + pairs : comm.rank() - pairs, first, pairs);
  }

  /** An untimed exchange in both directions in which every byte is checked. */
  void check(Payload out, Payload in, int seed) {
    if (first) {
      out.fill(0, seed);
      out.send(comm, 0, peer, Kernel.TAG_CHECK);
      in.receive(comm, 0, peer, Kernel.TAG_CHECK);
      in.check(0, seed + 1);
    } else {
      in.receive(comm, 0, peer, Kernel.TAG_CHECK);
      in.check(0, seed);
      out.fill(0, seed + 1);
      out.send(comm, 0, peer, Kernel.TAG_CHECK);
    }
  }
}
