package org.ronsel.npb.command;

import org.ronsel.npb.NpbKernel;
import org.ronsel.npb.ProblemClass;

/** A benchmark in a class among so many ranks. */
record Problem(NpbKernel kernel, ProblemClass size, int ranks) {
  @Override
  public String toString() {
    return kernel.name() + "." + size + "." + ranks;
  }
}
