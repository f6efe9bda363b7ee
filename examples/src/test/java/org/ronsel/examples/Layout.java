package org.ronsel.examples;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.ronsel.combinations.Combinations;

/**
 * A number of ranks and how they are spread over JVMs. A test that takes one as its parameter, from
 * {@code @MethodSource("org.ronsel.examples.Layout#all")}, runs once per layout.
 */
record Layout(int ranks, Placement placement) {
  /** How ranks are spread over JVMs. */
  enum Placement {
    THREADS(List.of()),
    PROCESSES(List.of("--processes")),
    HYBRID(List.of("--jvms", "2"));

    private final List<String> options;

    Placement(List<String> options) {
      this.options = options;
    }
  }

  /**
   * Every placement at even and odd numbers of ranks, with fewer and more ranks than most machines
   * that test have cores; the hybrid of 5 has JVMs of unequal size. A run that does not take every
   * combination has {@link #few}.
   */
  static Stream<Layout> all() {
    if (!Combinations.all()) {
      return few();
    }
    return Stream.of(
        new Layout(1, Placement.THREADS),
        new Layout(4, Placement.THREADS),
        new Layout(7, Placement.THREADS),
        new Layout(2, Placement.PROCESSES),
        new Layout(3, Placement.PROCESSES),
        new Layout(4, Placement.HYBRID),
        new Layout(5, Placement.HYBRID));
  }

  /** One rank, and several in each placement, for tests that run many jobs. */
  static Stream<Layout> few() {
    return Stream.of(threads(1), threads(6), processes(3), new Layout(5, Placement.HYBRID));
  }

  static Layout threads(int ranks) {
    return new Layout(ranks, Placement.THREADS);
  }

  static Layout processes(int ranks) {
    return new Layout(ranks, Placement.PROCESSES);
  }

  /** Number of JVMs, and so of processes, that hold the ranks. */
  int jvms() {
    return switch (placement) {
      case THREADS -> 1;
      case PROCESSES -> ranks;
      case HYBRID -> 2;
    };
  }

  /** The options of {@code ronsel run}. */
  List<String> options() {
    List<String> options = new ArrayList<>(List.of("-n", Integer.toString(ranks)));
    options.addAll(placement.options);
    return options;
  }

  @Override
  public String toString() {
    return String.join(" ", options());
  }
}
