package org.ronsel.npb.command;

import org.jspecify.annotations.Nullable;
import org.ronsel.npb.NpbKernel;
import org.ronsel.npb.ProblemClass;

/**
 * A benchmark in a class on a number of ranks.
 *
 * @param kernel the benchmark
 * @param size its class
 * @param ranks number of ranks
 * @param perRank in weak scaling, the class that one rank solves alone; else null
 */
record Problem(NpbKernel kernel, ProblemClass size, int ranks, @Nullable ProblemClass perRank) {
  /** A problem that has the same class on any number of ranks. */
  Problem(NpbKernel kernel, ProblemClass size, int ranks) {
    this(kernel, size, ranks, null);
  }

  /** What one rank solves alone, over which the speed-up is. */
  Problem serial() {
    return new Problem(kernel, perRank == null ? size : perRank, 1, perRank);
  }

  /** What as many serial copies solve, each by itself. */
  Problem copied() {
    return new Problem(kernel, serial().size, ranks, perRank);
  }

  /** In words: cg class A on 4 ranks. */
  String inWords() {
    return kernel.name() + " class " + size + " on " + ranks(ranks);
  }

  /** A number of ranks in words. */
  static String ranks(int number) {
    return number + (number == 1 ? " rank" : " ranks");
  }

  @Override
  public String toString() {
    return kernel.name() + "." + size + "." + ranks;
  }
}
