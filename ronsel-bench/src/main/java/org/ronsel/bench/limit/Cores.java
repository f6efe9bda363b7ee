package org.ronsel.bench.limit;

import org.ronsel.machine.Binding;
import org.ronsel.machine.ThreadAffinity;
import org.ronsel.machine.Topology;

/**
 * The two cores on which limits are measured: those to which {@code --bind core} binds two ranks.
 */
final class Cores {
  private static final Binding.Plan PLAN =
      Binding.plan(Binding.Policy.CORE, 2, Topology.ofThisHost());

  private Cores() {}

  /** Binds the calling thread to the first (0) or second (1) core, where threads can be bound. */
  static void bindCurrentThread(int core) {
    if (PLAN.binds() && ThreadAffinity.availability().usable()) {
      ThreadAffinity.bindCurrentThread(PLAN.cpus().get(core));
    }
  }
}
