package org.ronsel.bench.command;

import java.util.function.Consumer;
import org.ronsel.bench.run.Entrant;
import org.ronsel.bench.run.Orchestrator;
import org.ronsel.bench.run.Row;
import org.ronsel.bench.run.Workload;
import org.ronsel.launch.spi.ProgressLine;

/** Shows the progress of the measuring. */
final class BenchProgressLine extends ProgressLine implements Orchestrator.Listener {
  private final Consumer<Row> rows;

  /**
   * Creates a bar of {@code steps} steps.
   *
   * @param rows gets each row when it has been measured
   */
  BenchProgressLine(int steps, Consumer<Row> rows) {
    super("bench", steps, 0);
    this.rows = rows;
  }

  @Override
  public void begins(Workload workload, Entrant entrant, int round) {
    note(workload.label() + " " + entrant.label());
  }

  @Override
  public void ended(Row row) {
    rows.accept(row);
    step();
  }
}
