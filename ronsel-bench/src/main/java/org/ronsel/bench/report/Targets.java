package org.ronsel.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.ronsel.bench.method.Settings;
import org.ronsel.bench.run.Benchmark;
import org.ronsel.bench.run.RonselEntrant;
import org.ronsel.bench.run.Workload;

/**
 * The speed that Ronsel sets out to reach, as ratios of values measured in one run on two cores.
 */
public final class Targets {
  private static final String THREADS = "threads";
  private static final String PROCESSES = "processes";
  private static final String HANDOVER = "handover";
  private static final String COPY = "copy";
  private static final String OPENMPI = "openmpi-nocma";

  /** The native libraries; the faster one is the reference. */
  private static final List<String> NATIVE = List.of(OPENMPI, "mpich");

  private static final int KIB = 1024;
  private static final int MIB = 1024 * KIB;

  /**
   * The targets of point-to-point operations, and of more ranks than cores: those of
   * docs/measurements/targets.md, and some of them twice, over another reference. Of 8 bytes the
   * target is the goal.
   */
  private static final List<Target> FOUNDATION =
      List.of(
          latency(8, THREADS, HANDOVER, 2.0),
          latency(8, THREADS, OPENMPI, 1.0).withGoal(0.8),
          latency(8, PROCESSES, OPENMPI, 1.0).withGoal(0.8),
          latency(64, THREADS, OPENMPI, 0.9),
          latency(64, PROCESSES, OPENMPI, 0.9),
          latency(KIB, THREADS, OPENMPI, 0.9),
          latency(KIB, PROCESSES, OPENMPI, 0.9),
          latency(64 * KIB, THREADS, OPENMPI, 0.45),
          latency(64 * KIB, PROCESSES, OPENMPI, 0.9),
          latency(MIB, THREADS, OPENMPI, 0.45),
          latency(MIB, THREADS, COPY, 0.7),
          latency(MIB, PROCESSES, OPENMPI, 0.9),
          latency(16 * MIB, THREADS, OPENMPI, 0.45),
          latency(16 * MIB, PROCESSES, OPENMPI, 0.9),
          window(Benchmark.STREAM, 64 * KIB, THREADS, 2.5),
          window(Benchmark.STREAM, 64 * KIB, PROCESSES, 1.1),
          window(Benchmark.STREAM, MIB, THREADS, 2.5),
          window(Benchmark.STREAM, MIB, PROCESSES, 1.1),
          window(Benchmark.STREAM, 16 * MIB, THREADS, 2.5),
          window(Benchmark.STREAM, 16 * MIB, PROCESSES, 1.1),
          window(Benchmark.RATE, 8, THREADS, 1.1),
          window(Benchmark.RATE, 8, PROCESSES, 1.1),
          oversubscribed("barrier", 0, 16, THREADS, 0.1),
          oversubscribed("allreduce", 8, 16, THREADS, 0.1),
          oversubscribed("barrier", 0, 64, THREADS, 0.06),
          oversubscribed("allreduce", 8, 64, THREADS, 0.06),
          oversubscribed("barrier", 0, 16, PROCESSES, 1.0),
          oversubscribed("allreduce", 8, 16, PROCESSES, 1.0),
          oversubscribed("barrier", 0, 64, PROCESSES, 1.0),
          oversubscribed("allreduce", 8, 64, PROCESSES, 1.0));

  /** Numbers of ranks on two cores for which there are targets. */
  private static final List<Integer> MANY = List.of(8, 16, 64);

  /** The collective operations that have targets. */
  private static final List<Benchmark> COLLECTIVES =
      List.of(
          Benchmark.BARRIER,
          Benchmark.BROADCAST,
          Benchmark.REDUCE,
          Benchmark.ALLREDUCE,
          Benchmark.ALLGATHER,
          Benchmark.ALLTOALL);

  /** All ratio targets. */
  public static final List<Target> ALL =
      Stream.of(FOUNDATION.stream(), collectives(), oneSided()).flatMap(all -> all).toList();

  /**
   * The rows that {@code ronsel bench --gate} watches where it is given no other installation, with
   * the ratios to Open MPI beyond which it fails. Each bound is 3 to 10 % beyond the slowest median
   * of any machine in docs/measurements since 2026-11-23, which is named beside it, so that an
   * unchanged version is within all of them. Only what became much slower is beyond one; {@link
   * #GATE_OF_VERSIONS} finds less.
   */
  public static final List<Target> GATE =
      List.of(
          latency(8, THREADS, OPENMPI, 1.45), // 1.39: point-to-point.md, rows of the gate
          latency(8, PROCESSES, OPENMPI, 1.25), // 1.20: the same
          latency(KIB, THREADS, OPENMPI, 1.5), // 1.43: the same
          latency(KIB, PROCESSES, OPENMPI, 1.1), // 1.04: the same
          latency(MIB, THREADS, OPENMPI, 0.45), // 0.43: performance.md, EPYC, cores near
          latency(MIB, PROCESSES, OPENMPI, 1.2), // 1.11: point-to-point.md, Xeon of 2026-11-26
          window(Benchmark.RATE, 8, THREADS, 0.55), // 0.59: point-to-point.md, a variant tried
          window(Benchmark.RATE, 8, PROCESSES, 0.6), // 0.63: point-to-point.md, rows of the gate
          sum(8, THREADS, 1.1), // 1.01: the same, EPYC of 2026-11-27
          sum(8, PROCESSES, 1.0), // 0.93: the same, 2026-11-23
          sum(64 * KIB, THREADS, 0.56), // 0.53: the same, EPYC of 2026-11-27
          sum(64 * KIB, PROCESSES, 1.05)); // 0.96: the same

  /** What another installation may be faster by, as a part of one, before the gate fails. */
  private static final double TOLERANCE = 0.05;

  /**
   * The same rows, over the other installation that {@code ronsel bench --gate --self} is given.
   * Both run on the same machine at the same time, so the bounds hold on any.
   */
  public static final List<Target> GATE_OF_VERSIONS = GATE.stream().map(Target::overOther).toList();

  /** The workloads of these rows. */
  public static List<Workload> gateWorkloads() {
    return Stream.of(
            Benchmark.PINGPONG.workloads(List.of(8, KIB, MIB), List.of(), false),
            Benchmark.RATE.workloads(List.of(8), List.of(), false),
            Benchmark.ALLREDUCE.workloads(List.of(8, 64 * KIB), List.of(2), false))
        .flatMap(List::stream)
        .toList();
  }

  /** Size of the message for which overlap by a progress thread has a target. */
  static final int OVERLAP_SIZE = MIB;

  /** The part of an operation that a progress thread should hide, in percent. */
  static final double OVERLAP_PERCENT = 80;

  /** Largest ratio of a barrier's 99th percentile to its median. */
  static final double TAIL = 20;

  /** Whether {@link #TAIL} holds for this entrant in this workload. */
  static boolean tailIsJudged(Workload workload, String entrant) {
    return entrant.equals(THREADS) && workload.ranks() == 16;
  }

  private static Stream<Target> collectives() {
    List<Target> targets = new ArrayList<>();
    for (Benchmark benchmark : COLLECTIVES) {
      for (Workload workload : benchmark.workloads(List.of(), List.of(2), false)) {
        boolean large = workload.size() >= 64 * KIB;
        targets.add(collective(workload, THREADS, large ? 0.7 : 1.0));
        targets.add(collective(workload, PROCESSES, 1.0));
      }
      boolean ofBlocks = benchmark == Benchmark.ALLGATHER || benchmark == Benchmark.ALLTOALL;
      for (Workload workload : benchmark.workloads(List.of(), MANY, false)) {
        boolean copies = ofBlocks && workload.size() >= 64 * KIB;
        targets.add(collective(workload, THREADS, copies ? 0.6 : 0.2));
        targets.add(collective(workload, PROCESSES, copies ? 0.6 : 1.0));
      }
    }
    return targets.stream();
  }

  /**
   * The targets of one-sided operations between processes, which share the memory of the window.
   */
  private static Stream<Target> oneSided() {
    return Stream.of(
        oneSided("put", 8, OPENMPI, 0.5),
        oneSided("get", 8, OPENMPI, 0.5),
        oneSided("accumulate", 8, OPENMPI, 1.0),
        oneSided("put", MIB, COPY, 1.15),
        oneSided("get", MIB, COPY, 1.15));
  }

  private static Target oneSided(String kernel, int size, String reference, double atMost) {
    return new Target(
        Benchmark.RMA, kernel, size, 2, PROCESSES, List.of(reference), Bound.atMost(atMost));
  }

  private static Target collective(Workload workload, String subject, double bound) {
    return new Target(
        workload.benchmark(),
        workload.kernel(),
        workload.size(),
        workload.ranks(),
        subject,
        NATIVE,
        Bound.atMost(bound));
  }

  /** Start-up targets: default ranks with class loaders of their own, then shared classes. */
  public static final List<StartUpTarget> START_UP =
      List.of(new StartUpTarget(1_000, 5, 1), new StartUpTarget(10_000, 20, 4));

  private Targets() {}

  /**
   * One target.
   *
   * @param benchmark the benchmark of the workload
   * @param kernel the kernel of the workload
   * @param size the size of its messages in bytes
   * @param ranks its number of ranks
   * @param subject the entrant that has to reach the target
   * @param references entrants, the fastest of which it is compared with
   * @param bound of the ratio of values
   */
  public record Target(
      Benchmark benchmark,
      String kernel,
      int size,
      int ranks,
      String subject,
      List<String> references,
      Bound bound) {

    /** Whether this target is about that workload. */
    public boolean isAbout(Workload workload) {
      return workload.benchmark() == benchmark
          && workload.kernel().equals(kernel)
          && workload.size() == size
          && workload.ranks() == ranks
          && workload.settings().equals(Settings.DEFAULT);
    }

    /** The same over another installation of Ronsel, which must not be faster. */
    private Target overOther() {
      return new Target(
          benchmark,
          kernel,
          size,
          ranks,
          subject,
          List.of(subject + RonselEntrant.OLDER),
          bound.isLeast() ? Bound.atLeast(1 - TOLERANCE) : Bound.atMost(1 + TOLERANCE));
    }

    private Target withGoal(double better) {
      return new Target(
          benchmark, kernel, size, ranks, subject, references, bound.withGoal(better));
    }
  }

  /**
   * Start-up of many ranks in one JVM.
   *
   * @param ranks number of ranks
   * @param seconds wall time at most, from command to end
   * @param gibibytes resident memory at most
   */
  public record StartUpTarget(int ranks, double seconds, double gibibytes) {}

  private static Target latency(int size, String subject, String reference, double atMost) {
    return new Target(
        Benchmark.PINGPONG, "pingpong", size, 2, subject, List.of(reference), Bound.atMost(atMost));
  }

  private static Target sum(int size, String subject, double atMost) {
    return new Target(
        Benchmark.ALLREDUCE, "allreduce", size, 2, subject, List.of(OPENMPI), Bound.atMost(atMost));
  }

  private static Target window(Benchmark benchmark, int size, String subject, double atLeast) {
    return new Target(
        benchmark, "window", size, 2, subject, List.of(OPENMPI), Bound.atLeast(atLeast));
  }

  private static Target oversubscribed(
      String kernel, int size, int ranks, String subject, double atMost) {
    return new Target(
        Benchmark.OVERSUBSCRIBE,
        kernel,
        size,
        ranks,
        subject,
        List.of(OPENMPI),
        Bound.atMost(atMost));
  }
}
