package org.ronsel.bench.kernel;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.ronsel.Comm;
import org.ronsel.Op;
import org.ronsel.Request;
import org.ronsel.bench.method.Batches;
import org.ronsel.bench.method.KernelArguments;
import org.ronsel.bench.method.Samples;
import org.ronsel.bench.method.TimedLoop;

/**
 * How much of a nonblocking collective operation goes on while the ranks compute. Four times are
 * taken, each operation by itself with a barrier before it: of the operation alone, of a
 * computation that is made as long, of both at once without a call in between, and of both with
 * tests in between.
 */
final class Overlap {
  private static final int STOP = 0;
  private static final int BATCH = 1;
  private static final int LAST = 5;

  private final Comm comm;
  private final StartedCollective operation;
  private final int tests;
  private final Computation computation = new Computation();
  private int seed;

  /**
   * Makes a measurement.
   *
   * @param tests how many tests there are in a computation
   */
  Overlap(Comm comm, StartedCollective operation, int tests) {
    this.comm = comm;
    this.operation = operation;
    this.tests = tests;
  }

  /** Mean times of a batch over all ranks and iterations, in nanoseconds. */
  private record Times(double pure, double computed, double together, double tested) {}

  /** Measures as rank 0. */
  Samples measure(KernelArguments arguments) {
    Lead lead = new Lead();
    Samples samples = Batches.measure(arguments.plan(), 1, lead);
    comm.broadcast(new long[] {STOP, 0, 0}, 0);
    List<Times> timed =
        lead.batches.subList(
            lead.batches.size() - samples.perOperationNs().length, lead.batches.size());
    Map<String, double[]> parts = new LinkedHashMap<>();
    parts.put("pureNs", timed.stream().mapToDouble(Times::pure).toArray());
    parts.put("computeNs", timed.stream().mapToDouble(Times::computed).toArray());
    parts.put("testedNs", timed.stream().mapToDouble(Times::tested).toArray());
    return samples.with(parts);
  }

  /** Takes part as another rank. */
  void serve() {
    long[] order = new long[3];
    while (true) {
      comm.broadcast(order, 0);
      if (order[0] == STOP) {
        return;
      }
      batch((int) order[1], order[2]);
      KernelMain.sumOverJvms(comm);
    }
  }

  /** Batches as rank 0 sees them: it makes the computation as long as the operation. */
  private final class Lead implements TimedLoop {
    final List<Times> batches = new ArrayList<>();
    private long units = 100;
    private long compiledMs;

    @Override
    public long run(int iterations) {
      comm.broadcast(new long[] {BATCH, iterations, units}, 0);
      Times times = batch(iterations, units);
      batches.add(times);
      compiledMs = KernelMain.sumOverJvms(comm);
      double unitNs = times.computed / units;
      double[] last =
          batches.subList(Math.max(0, batches.size() - LAST), batches.size()).stream()
              .mapToDouble(Times::pure)
              .sorted()
              .toArray();
      units = Math.max(1, Math.round(last[last.length / 2] / Math.max(0.1, unitNs)));
      return Math.round(times.together * iterations);
    }

    @Override
    public long compiledMs() {
      return compiledMs;
    }
  }

  private Times batch(int iterations, long units) {
    operation.check(++seed);
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
      computed += computed(units);
    }
    for (int i = 0; i < iterations; i++) {
      comm.barrier();
      together += together(i, units);
    }
    for (int i = 0; i < iterations; i++) {
      comm.barrier();
      tested += tested(i, units);
    }
    computation.check();
    double[] sums = {pure, computed, together, tested};
    comm.allReduce(sums, Op.SUM);
    double[] means =
        Arrays.stream(sums).map(sum -> sum / ((double) iterations * comm.size())).toArray();
    return new Times(means[0], means[1], means[2], means[3]);
  }

  private long pure(int i) {
    long start = System.nanoTime();
    operation.start(i).await();
    return System.nanoTime() - start;
  }

  private long computed(long units) {
    long start = System.nanoTime();
    computation.run(units);
    return System.nanoTime() - start;
  }

  private long together(int i, long units) {
    long start = System.nanoTime();
    Request request = operation.start(i);
    computation.run(units);
    request.await();
    return System.nanoTime() - start;
  }

  private long tested(int i, long units) {
    long start = System.nanoTime();
    Request request = operation.start(i);
    for (int test = 0; test < tests; test++) {
      computation.run(units * (test + 1) / tests - units * test / tests);
      request.test();
    }
    request.await();
    return System.nanoTime() - start;
  }
}
