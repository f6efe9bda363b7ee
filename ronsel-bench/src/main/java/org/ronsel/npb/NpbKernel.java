package org.ronsel.npb;

import org.ronsel.Comm;

/**
 * One of the benchmarks. An instance holds no state of a run, so ranks that are threads may share
 * it.
 */
public interface NpbKernel {
  /** Name on the command line and in file names of native builds: "cg". */
  String name();

  /** Its computation in two or three words: "conjugate gradient". */
  String title();

  /** Numbers of ranks that the specification allows. */
  RankCounts rankCounts(ProblemClass size);

  /** An estimate of the bytes that the arrays of all ranks take together. */
  long memoryBytes(ProblemClass size, int ranks);

  /**
   * Whether a rank may have several threads, as many as property {@code ronsel.npb.threads} says.
   */
  default boolean usesThreads() {
    return false;
  }

  /**
   * Runs the benchmark once: sets it up, times the part that the specification times, verifies.
   * Collective over {@code comm}, the number of whose ranks is among {@link #rankCounts}. Each rank
   * returns the same outcome.
   */
  Outcome run(Comm comm, ProblemClass size);
}
