package org.ronsel.bench.command;

import org.ronsel.bench.run.Entrant;
import org.ronsel.bench.run.Orchestrator;
import org.ronsel.bench.run.Row;
import org.ronsel.bench.run.Workload;
import org.ronsel.launch.spi.ProgressLine;

/** Shows what is being measured. */
final class Progress extends ProgressLine implements Orchestrator.Listener {
  /** A bar of {@code steps} steps. */
  Progress(int steps) {
    super("bench", steps, 0);
  }

  @Override
  public void begins(Workload workload, Entrant entrant, int round) {
    note(workload.label() + " " + entrant.label());
  }

  @Override
  public void ended(Row row) {
    step();
  }
}
