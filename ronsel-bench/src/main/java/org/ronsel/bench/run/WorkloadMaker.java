package org.ronsel.bench.run;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.stream.Stream;
import org.ronsel.bench.method.MeasuredCollective;
import org.ronsel.bench.method.MeasuredCollective.CallKind;
import org.ronsel.bench.method.OneSidedCase;

/** Makes the workloads of a benchmark for one number of ranks. */
@FunctionalInterface
interface WorkloadMaker {
  /** Time for which a busy target computes, in microseconds. */
  int BUSY_US = 100;

  /** The smallest block, of 2 by 2 by 2 doubles, in bytes. */
  int LEAST_BLOCK = 64;

  /** Largest total size of a window with a buffer for each message, in bytes. */
  int DISTINCT_BYTES = 64 * 1024;

  /**
   * The workloads, with default settings.
   *
   * @param sizes message sizes in bytes; 0 alone where there are none to choose
   * @param choice the other choices
   */
  List<Workload> make(Benchmark benchmark, List<Integer> sizes, int ranks, Choice choice);

  /** One loop at each size. */
  static WorkloadMaker loop(String kernel) {
    return (benchmark, sizes, ranks, choice) ->
        sizes.stream().map(size -> latency(benchmark, kernel, size, ranks, 1)).toList();
  }

  /**
   * One loop of windows of messages at each size.
   *
   * @param usual number of messages in flight, by size, if none is asked for
   */
  static WorkloadMaker windows(String kernel, Metric metric, IntUnaryOperator usual) {
    return (benchmark, sizes, ranks, choice) -> {
      List<Workload> workloads = new ArrayList<>();
      for (int size : sizes) {
        int window = choice.window() > 0 ? choice.window() : usual.applyAsInt(size);
        boolean distinct = choice.distinct() || (long) size * window <= DISTINCT_BYTES;
        workloads.add(new Workload(benchmark, kernel, size, ranks, window, distinct, metric));
      }
      return workloads;
    };
  }

  /** Messages in flight in a test of bandwidth: fewer if they are long. */
  static int fewerIfLong(int size) {
    if (size <= 64 * 1024) {
      return 64;
    }
    return size <= 1024 * 1024 ? 16 : 4;
  }

  /**
   * The loops of collective operations by one kind of call, each at each size.
   *
   * @param usual operations, if none is asked for
   */
  static WorkloadMaker collectives(CallKind kind, List<MeasuredCollective> usual) {
    int window = kind == CallKind.NONBLOCKING ? Benchmark.TESTS : 1;
    return (benchmark, sizes, ranks, choice) -> {
      List<Workload> workloads = new ArrayList<>();
      boolean asked = !choice.kernels().isEmpty();
      for (MeasuredCollective collective : asked ? List.of(MeasuredCollective.values()) : usual) {
        String kernel = collective.kernel(kind);
        if (!asked || choice.kernels().contains(kernel)) {
          (collective == MeasuredCollective.BARRIER ? List.of(0) : sizes)
              .forEach(size -> workloads.add(latency(benchmark, kernel, size, ranks, window)));
        }
      }
      return workloads;
    };
  }

  /** A barrier, and an allReduce at each size. */
  static WorkloadMaker barrierAndAllReduce() {
    WorkloadMaker barrier = loop(MeasuredCollective.BARRIER.kernel(CallKind.BLOCKING));
    WorkloadMaker allReduce = loop(MeasuredCollective.ALLREDUCE.kernel(CallKind.BLOCKING));
    return (benchmark, sizes, ranks, choice) ->
        Stream.concat(
                barrier.make(benchmark, List.of(0), ranks, choice).stream(),
                allReduce.make(benchmark, sizes, ranks, choice).stream())
            .toList();
  }

  /**
   * Cases of one-sided operations: those that were chosen, or the usual ones, some of them at the
   * smallest size only.
   */
  static WorkloadMaker oneSided() {
    return (benchmark, sizes, ranks, choice) ->
        choice.kernels().isEmpty()
            ? Stream.concat(
                    OneSidedCase.AT_EACH_SIZE.stream()
                        .flatMap(name -> oneSided(benchmark, name, sizes)),
                    OneSidedCase.AT_SMALLEST.stream()
                        .flatMap(
                            name -> oneSided(benchmark, name, List.of(Collections.min(sizes)))))
                .toList()
            : choice.kernels().stream().flatMap(name -> oneSided(benchmark, name, sizes)).toList();
  }

  /** One-sided operations of which several are completed together, as bandwidth. */
  static WorkloadMaker oneSidedWindows() {
    return (benchmark, sizes, ranks, choice) -> {
      List<Workload> workloads = new ArrayList<>();
      for (String name : choice.kernels().isEmpty() ? OneSidedCase.TOGETHER : choice.kernels()) {
        String kernel = OneSidedCase.parse(name).with(null, null, choice.window()).name();
        for (int size : sizes) {
          workloads.add(new Workload(benchmark, kernel, size, ranks, 1, false, Metric.BANDWIDTH));
        }
      }
      return workloads;
    };
  }

  /**
   * One case of one-sided operations, at the sizes that it has.
   *
   * @throws IllegalArgumentException if there is no such case
   */
  static Stream<Workload> oneSided(Benchmark benchmark, String name, List<Integer> sizes) {
    OneSidedCase which = OneSidedCase.parse(name);
    boolean isOfOneValue =
        which.operation().isOfOneValue() || which.operation() == OneSidedCase.Operation.SELFLOCK;
    List<Integer> own =
        isOfOneValue
            ? List.of(Long.BYTES)
            : which.inBlocks()
                ? sizes.stream().map(size -> Math.max(size, LEAST_BLOCK)).distinct().toList()
                : sizes;
    int window = which.busy() ? BUSY_US : 1;
    return own.stream().map(size -> latency(benchmark, name, size, 2, window));
  }

  private static Workload latency(
      Benchmark benchmark, String kernel, int size, int ranks, int window) {
    return new Workload(benchmark, kernel, size, ranks, window, false, Metric.LATENCY);
  }
}
