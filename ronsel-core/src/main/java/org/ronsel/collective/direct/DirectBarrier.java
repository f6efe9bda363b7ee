package org.ronsel.collective.direct;

import org.ronsel.collective.algorithm.Collective;

/** Barrier: a meeting at which nothing else happens. */
final class DirectBarrier extends DirectForm {
  static final DirectBarrier FORM = new DirectBarrier();

  private DirectBarrier() {
    super(Collective.BARRIER);
  }
}
