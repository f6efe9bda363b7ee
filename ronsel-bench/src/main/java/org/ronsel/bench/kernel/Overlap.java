package org.ronsel.bench.kernel;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.ronsel.Comm;
import org.ronsel.Op;
import org.ronsel.Request;
import org.ronsel.bench.method.Settings;

/**
 * Measures how much of a nonblocking collective operation progresses while the ranks compute. Four
 * times are taken, each operation by itself with a barrier before it: of the operation alone, of a
 * computation of the same length, of both at once without a call in between, and of both with tests
 * in between.
 */
final class Overlap implements Kernel {
  private static final int LAST = 5;

  private final Comm comm;
  private final CollectiveOperation operation;
  private final int tests;
  private final int fixedRoot;
  private final Computation computation = new Computation();
  private final Deque<Double> pures = new ArrayDeque<>();
  private Means last = new Means(0, 0, 0, 0);
  private long units = 100;
  private int seed;

  /**
   * Makes a measurement.
   *
   * @param tests number of tests in a computation
   * @param fixedRoot the root, or {@link Settings#ROTATING} for another one in each iteration
   */
  Overlap(Comm comm, CollectiveOperation operation, int tests, int fixedRoot) {
    this.comm = comm;
    this.operation = operation;
    this.tests = tests;
    this.fixedRoot = fixedRoot;
  }

  /** Mean times of a batch over all ranks and iterations, in nanoseconds. */
  private record Means(double pure, double computed, double together, double tested) {}

  @Override
  public void check() {
    int root = root(++seed);
    operation.fill(seed, root);
    start(seed).await();
    operation.check(seed, root);
  }

  @Override
  public double operationsPerIteration() {
    return 1;
  }

  @Override
  public boolean settles() {
    return false;
  }

  @Override
  public Map<String, double[]> parts() {
    Map<String, double[]> parts = new LinkedHashMap<>();
    parts.put("pureNs", new double[] {last.pure});
    parts.put("computeNs", new double[] {last.computed});
    parts.put("testedNs", new double[] {last.tested});
    return parts;
  }

  /** Rank 0 sets the length of the computation to the recent time of the operation. */
  @Override
  public long run(int iterations) {
    long[] agreed = {units};
    comm.broadcast(agreed, 0);
    last = batch(iterations, agreed[0]);
    pures.addLast(last.pure);
    if (pures.size() > LAST) {
      pures.removeFirst();
    }
    double[] sorted = pures.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    double unitNs = last.computed / agreed[0];
    units = Math.max(1, Math.round(sorted[sorted.length / 2] / Math.max(0.1, unitNs)));
    return Math.round(last.together * iterations);
  }

  private int root(int i) {
    return fixedRoot == Settings.ROTATING ? i % comm.size() : fixedRoot;
  }

  private Request start(int i) {
    return Objects.requireNonNull(operation.call(operation.comm.untyped().started(), root(i)));
  }

  private Means batch(int iterations, long computedUnits) {
    long pure = 0;
    long computed = 0;
    long together = 0;
    long tested = 0;
    for (int i = 0; i < iterations; i++) {
      comm.barrier();
      pure += pure(i);
    }
    for (int i = 0; i < iterations; i++) {
      comm.barrier();
      computed += computed(computedUnits);
    }
    for (int i = 0; i < iterations; i++) {
      comm.barrier();
      together += together(i, computedUnits);
    }
    for (int i = 0; i < iterations; i++) {
      comm.barrier();
      tested += tested(i, computedUnits);
    }
    computation.check();
    double[] sums = {pure, computed, together, tested};
    comm.allReduce(sums, Op.SUM);
    double[] means =
        Arrays.stream(sums).map(sum -> sum / ((double) iterations * comm.size())).toArray();
    return new Means(means[0], means[1], means[2], means[3]);
  }

  private long pure(int i) {
    long start = System.nanoTime();
    start(i).await();
    return System.nanoTime() - start;
  }

  private long computed(long size) {
    long start = System.nanoTime();
    computation.run(size);
    return System.nanoTime() - start;
  }

  private long together(int i, long size) {
    long start = System.nanoTime();
    Request request = start(i);
    computation.run(size);
    request.await();
    return System.nanoTime() - start;
  }

  private long tested(int i, long size) {
    long start = System.nanoTime();
    Request request = start(i);
    for (int test = 0; test < tests; test++) {
      computation.run(size * (test + 1) / tests - size * test / tests);
      request.test();
    }
    request.await();
    return System.nanoTime() - start;
  }
}
