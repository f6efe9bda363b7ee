package org.ronsel.npb.command;

import org.ronsel.npb.NpbKernel;
import org.ronsel.npb.ProblemClass;

/** A benchmark in a class on a number of ranks. */
record Problem(NpbKernel kernel, ProblemClass size, int ranks) {
  @Override
  public String toString() {
    return kernel.name() + "." + size + "." + ranks;
  }
}
