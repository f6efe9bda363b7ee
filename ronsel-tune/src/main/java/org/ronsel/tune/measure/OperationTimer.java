package org.ronsel.tune.measure;

import org.jspecify.annotations.Nullable;
import org.ronsel.Comm;
import org.ronsel.Info;
import org.ronsel.Op;
import org.ronsel.collective.algorithm.Algorithm;
import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.selection.KnownAlgorithms;
import org.ronsel.collective.selection.SelectionTable;
import org.ronsel.launch.spi.CompilerWatch;

/**
 * Runs one operation by one algorithm a number of times, on all ranks of a job: rank 0 sends
 * commands, the others carry them out.
 */
final class OperationTimer {
  private static final int STOP = -1;
  private static final int COMPILED = -2;

  private final Comm control;
  private final Comm measured;
  private final boolean together;

  /** The algorithm in force, by operation. */
  private final @Nullable Algorithm[] current = new Algorithm[Collective.values().length];

  private byte[] bytesIn = {};
  private byte[] bytesOut = {};
  private double[] numbersIn = {};
  private double[] numbersOut = {};

  /**
   * Makes a timer of one rank.
   *
   * @param together whether all ranks share a JVM; otherwise each has its own
   */
  OperationTimer(Comm control, Comm measured, boolean together) {
    this.together = together;
    this.control = control;
    this.measured = measured;
  }

  /** At rank 0: the time of {@code iterations} operations together, in nanoseconds. */
  long time(Collective collective, Algorithm algorithm, int bytes, int iterations) {
    int number = KnownAlgorithms.of(collective).indexOf(algorithm);
    int[] order = {collective.ordinal(), number, bytes, iterations};
    control.broadcast(order, 0);
    return obey(collective, algorithm, bytes, iterations);
  }

  /** At rank 0: the time that the JVMs of all ranks have spent compiling so far. */
  long compiledMs() {
    control.broadcast(new int[] {COMPILED, 0, 0, 0}, 0);
    return sumOfCompiledMs();
  }

  private long sumOfCompiledMs() {
    return control.allReduce(CompilerWatch.compiledMs(), together ? Op.MAX : Op.SUM);
  }

  /** At rank 0: tells the others to end. */
  void end() {
    control.broadcast(new int[] {STOP, 0, 0, 0}, 0);
  }

  /** At the others: carries out the commands of rank 0, until the end. */
  void serve() {
    int[] order = new int[4];
    while (true) {
      control.broadcast(order, 0);
      if (order[0] == STOP) {
        return;
      }
      if (order[0] == COMPILED) {
        sumOfCompiledMs();
        continue;
      }
      Collective collective = Collective.values()[order[0]];
      obey(collective, KnownAlgorithms.of(collective).get(order[1]), order[2], order[3]);
    }
  }

  private long obey(Collective collective, Algorithm algorithm, int bytes, int iterations) {
    if (current[collective.ordinal()] != algorithm) {
      measured.info(new Info().set(SelectionTable.PREFIX + collective.call(), algorithm.name()));
      current[collective.ordinal()] = algorithm;
    }
    int ranks = measured.size();
    prepare(collective, bytes, ranks);
    measured.barrier();
    long start = System.nanoTime();
    for (int i = 0; i < iterations; i++) {
      run(collective, bytes, i % ranks);
    }
    // Ranks that only send may be far ahead.
    if (!collective.synchronizes()) {
      control.barrier();
    }
    return System.nanoTime() - start;
  }

  /** Allocates arrays that are long enough: a block for each rank at most. */
  private void prepare(Collective collective, int bytes, int ranks) {
    boolean blocks =
        switch (collective) {
          case BARRIER, BROADCAST, REDUCE, ALL_REDUCE, SCAN, EXSCAN -> false;
          default -> true;
        };
    int length = Math.multiplyExact(bytes, blocks ? ranks : 1);
    if (collective.combines()) {
      if (numbersIn.length < length / Double.BYTES) {
        numbersIn = new double[length / Double.BYTES];
        numbersOut = new double[numbersIn.length];
      }
    } else if (bytesIn.length < length) {
      bytesIn = new byte[length];
      bytesOut = new byte[length];
    }
  }

  private void run(Collective collective, int bytes, int root) {
    int count = bytes / Double.BYTES;
    switch (collective) {
      case BARRIER -> measured.barrier();
      case BROADCAST -> measured.broadcast(bytesIn, 0, bytes, root);
      case REDUCE -> measured.reduce(numbersIn, 0, numbersOut, 0, count, Op.SUM, root);
      case ALL_REDUCE -> measured.allReduce(numbersIn, 0, numbersOut, 0, count, Op.SUM);
      case GATHER -> measured.gather(bytesIn, 0, bytes, bytesOut, 0, root);
      case ALL_GATHER -> measured.allGather(bytesIn, 0, bytes, bytesOut, 0);
      case SCATTER -> measured.scatter(bytesIn, 0, bytesOut, 0, bytes, root);
      case ALL_TO_ALL -> measured.allToAll(bytesIn, 0, bytes, bytesOut, 0);
      case REDUCE_SCATTER_BLOCK ->
          measured.reduceScatterBlock(numbersIn, 0, numbersOut, 0, count, Op.SUM);
      case SCAN -> measured.scan(numbersIn, 0, numbersOut, 0, count, Op.SUM);
      case EXSCAN -> measured.exscan(numbersIn, 0, numbersOut, 0, count, Op.SUM);
      default -> throw new IllegalArgumentException(collective.call() + " cannot be measured");
    }
  }
}
