package org.ronsel.microbench;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.ronsel.collective.algorithm.Algorithm;
import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.algorithm.CombiningOrder;
import org.ronsel.collective.selection.CommShape;
import org.ronsel.collective.selection.Selection;
import org.ronsel.collective.selection.SelectionTable;
import org.ronsel.collective.selection.TableFile;

/**
 * Measures the choice of the algorithm of a call: at most 20 ns, with lengths and operations that
 * change from call to call, by the built-in table and by one with a rule for each of 20 lengths.
 * {@code -prof gc} shows that nothing is allocated.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class SelectionLookUp {
  private static final Collective[] OPERATIONS = {
    Collective.BROADCAST, Collective.ALL_REDUCE, Collective.ALL_GATHER, Collective.ALL_TO_ALL
  };

  private Selection builtIn;
  private Selection tuned;
  private int next;

  /** Compiles both tables. */
  @Setup
  public void begin() {
    CommShape shape = new CommShape(64, 16, 1, false);
    builtIn = SelectionTable.builtIn().forShape(shape);
    StringBuilder text = new StringBuilder(TableFile.TITLE + TableFile.VERSION + "\n");
    for (Collective operation : OPERATIONS) {
      String[] names = {"binomial", "flat"};
      if (operation == Collective.ALL_TO_ALL) {
        names = new String[] {"bruck", "linear"};
      }
      for (int i = 0; i < 20; i++) {
        text.append(operation.call()).append(" ranks=33..100 bytes=..").append(8L << i);
        text.append(" -> ").append(names[i % 2]).append('\n');
      }
    }
    tuned =
        SelectionTable.builtIn()
            .preferring(TableFile.parse("benchmark", text.toString()).rules())
            .forShape(shape);
  }

  private Algorithm find(Selection selection) {
    int i = next++;
    return selection.find(OPERATIONS[i & 3], 8L << (i * 7 & 31), CombiningOrder.ANY, (i & 8) != 0);
  }

  @Benchmark
  public Algorithm builtInTable() {
    return find(builtIn);
  }

  @Benchmark
  public Algorithm tunedTable() {
    return find(tuned);
  }
}
