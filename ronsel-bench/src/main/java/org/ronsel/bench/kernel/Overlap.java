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
import org.ronsel.bench.method.VerificationException;

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
  private long counter;
  private long sum;
  private long expected;
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

  private int root(long number) {
    return fixedRoot == Settings.ROTATING ? (int) (number % comm.size()) : fixedRoot;
  }

  private Request start(long number) {
    return Objects.requireNonNull(operation.call(operation.comm.untyped().started(), root(number)));
  }

  /** Gives the data of the next operation a number, before its time begins. */
  private void stamp() {
    operation.stamp(counter, root(counter));
  }

  /** Reads the number of an operation that is complete, when its time has ended. */
  private void read() {
    int root = root(counter);
    sum += operation.read(root);
    expected += operation.expected(counter++, root);
  }

  private Means batch(int iterations, long computedUnits) {
    sum = 0;
    expected = 0;
    long pure = 0;
    long computed = 0;
    long together = 0;
    long tested = 0;
    for (int i = 0; i < iterations; i++) {
      stamp();
      comm.barrier();
      pure += pure();
      read();
    }
    for (int i = 0; i < iterations; i++) {
      comm.barrier();
      computed += computed(computedUnits);
    }
    for (int i = 0; i < iterations; i++) {
      stamp();
      comm.barrier();
      together += together(computedUnits);
      read();
    }
    for (int i = 0; i < iterations; i++) {
      stamp();
      comm.barrier();
      tested += tested(computedUnits);
      read();
    }
    VerificationException.requireEqual("the sum of the numbers", sum, expected);
    computation.check();
    double[] sums = {pure, computed, together, tested};
    comm.allReduce(sums, Op.SUM);
    double[] means =
        Arrays.stream(sums).map(sum -> sum / ((double) iterations * comm.size())).toArray();
    return new Means(means[0], means[1], means[2], means[3]);
  }

  private long pure() {
    long start = System.nanoTime();
    start(counter).await();
    return System.nanoTime() - start;
  }

  private long computed(long size) {
    long start = System.nanoTime();
    computation.run(size);
    return System.nanoTime() - start;
  }

  private long together(long size) {
    long start = System.nanoTime();
    Request request = start(counter);
    computation.run(size);
    request.await();
    return System.nanoTime() - start;
  }

  private long tested(long size) {
    long start = System.nanoTime();
    Request request = start(counter);
    for (int test = 0; test < tests; test++) {
      computation.run(size * (test + 1) / tests - size * test / tests);
      request.test();
    }
    request.await();
    return System.nanoTime() - start;
  }
}
