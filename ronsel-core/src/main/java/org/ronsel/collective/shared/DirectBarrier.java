package org.ronsel.collective.shared;

import org.ronsel.collective.algorithm.Collective;

/** Barrier: ranks arrive and wait for the end of the phase; there is no work. */
final class DirectBarrier extends DirectAlgorithm {
  static final DirectBarrier INSTANCE = new DirectBarrier();

  private DirectBarrier() {
    super(Collective.BARRIER);
  }
}
