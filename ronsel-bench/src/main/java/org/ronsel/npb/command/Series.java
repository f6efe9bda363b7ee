package org.ronsel.npb.command;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ronsel.bench.run.Entrant.Kind;

/**
 * The runs of one job.
 *
 * @param job the job
 * @param times that were measured
 * @param check of the results of all runs, the untimed ones included
 * @param ending whether all runs are there
 */
record Series(Job job, Times times, Check check, Ending ending) {
  /**
   * A job.
   *
   * @param problem that it runs
   * @param entrant that runs it
   * @param round from 0; in each round jobs are started anew
   * @param command the command line; empty if none was run
   */
  record Job(Problem problem, NpbEntrant entrant, int round, List<String> command) {
    Job {
      command = List.copyOf(command);
    }
  }

  /**
   * The times of a job's runs.
   *
   * @param operations operations of one run, all ranks together; 0 where nothing was measured
   * @param coldSeconds time of the first untimed run, in which code was not compiled yet; 0 if
   *     there was none
   * @param seconds time of each run
   * @param mops millions of operations a second of each run
   * @param parts seconds of parts of each run
   */
  record Times(
      double operations,
      double coldSeconds,
      List<Double> seconds,
      List<Double> mops,
      Map<String, List<Double>> parts) {
    /** The times of a job without a run. */
    static final Times NONE = new Times(0, 0, List.of(), List.of(), Map.of());
  }

  /**
   * What the values of the specification say.
   *
   * @param passed whether the results of all runs are right; true if there are none
   * @param words the results of the last run; may be empty
   */
  record Check(boolean passed, String words) {
    /** The check where there is nothing to be wrong. */
    static final Check NONE = new Check(true, "");
  }

  /** How a job ended. */
  sealed interface Ending {
    /** The ending with a reason why runs are missing; complete if it is null. */
    static Ending of(@Nullable String failure) {
      return failure == null ? new Complete() : new Failed(failure);
    }

    /** With all its runs. */
    record Complete() implements Ending {}

    /** With fewer runs, and a reason. */
    record Failed(String why) implements Ending {}

    /** It was not started, with a reason. */
    record Skipped(String why) implements Ending {}
  }

  /** A series without measurements. */
  static Series without(Job job, Ending ending) {
    return new Series(job, Times.NONE, Check.NONE, ending);
  }

  Problem problem() {
    return job.problem();
  }

  NpbEntrant entrant() {
    return job.entrant();
  }

  int round() {
    return job.round();
  }

  /** Whether there is at least one time. */
  boolean measured() {
    return !times.seconds().isEmpty();
  }

  /** Whether no result is wrong. */
  boolean verified() {
    return check.passed();
  }

  /** Why runs are missing; null if none are. */
  @Nullable String failure() {
    return switch (ending) {
      case Ending.Complete() -> null;
      case Ending.Failed(String why) -> why;
      case Ending.Skipped(String why) -> why;
    };
  }

  /** Whether all runs completed with right results, or the job of a peer was skipped. */
  boolean isFine() {
    return verified()
        && switch (ending) {
          case Ending.Complete() -> true;
          case Ending.Failed(var _) -> false;
          case Ending.Skipped(var _) -> entrant().kind() == Kind.PEER;
        };
  }
}
