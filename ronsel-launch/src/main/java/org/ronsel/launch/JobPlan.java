package org.ronsel.launch;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A job as it will be started.
 *
 * @param firstRank first rank of each JVM, and at the end the number of ranks
 * @param parts what the ranks run, in rank order
 */
record JobPlan(JobOptions options, int[] firstRank, List<Part> parts) {
  /**
   * Consecutive ranks that run the same program.
   *
   * @param firstRank first of them
   * @param settings what their JVMs are started with
   */
  record Part(int firstRank, int ranks, Program program, List<String> args, Settings settings) {
    /** The same ranks further up. */
    Part from(int rank) {
      return new Part(rank, ranks, program, args, settings);
    }
  }

  /**
   * What is the same for all ranks of a JVM.
   *
   * @param environment variables added to those of the launcher
   * @param directory working directory, or null for the launcher's
   * @param jvmOptions options of the JVM, last and therefore strongest
   */
  record Settings(
      Map<String, String> environment, @Nullable Path directory, List<String> jvmOptions) {}

  /** Deals the ranks of the parts to JVMs. Parts share a JVM only if their settings agree. */
  static JobPlan of(JobOptions options, List<Part> parts) {
    List<Integer> blocks = new ArrayList<>();
    List<Part> placed = new ArrayList<>();
    int rank = 0;
    for (Part part : parts) {
      boolean joins =
          !placed.isEmpty()
              && placed.getLast().settings().equals(part.settings())
              && isModular(placed.getLast()) == isModular(part);
      if (joins) {
        blocks.set(blocks.size() - 1, blocks.getLast() + part.ranks());
      } else {
        blocks.add(part.ranks());
      }
      placed.add(part.from(rank));
      if (part.ranks() > Integer.MAX_VALUE - rank) {
        throw new UsageException("the programs have more than " + Integer.MAX_VALUE + " ranks");
      }
      rank += part.ranks();
    }
    if (!options.force()) {
      MemoryNeed.check(rank, options.placement().jvms(blocks));
    }
    Integer debug = options.debugRank();
    if (debug != null && (debug < 0 || debug >= rank)) {
      throw new UsageException(
          "--debug " + debug + ": the ranks of this job are 0 to " + (rank - 1));
    }
    return new JobPlan(options, options.placement().deal(blocks), List.copyOf(placed));
  }

  /** Number of ranks. */
  int size() {
    return firstRank[firstRank.length - 1];
  }

  /** Number of JVMs. */
  int jvms() {
    return firstRank.length - 1;
  }

  /** The part to which the first rank of a JVM belongs; all its parts have the same settings. */
  Part partOf(int jvm) {
    Part found = parts.getFirst();
    for (Part part : parts) {
      if (part.firstRank() <= firstRank[jvm]) {
        found = part;
      }
    }
    return found;
  }

  /** Whether the JVM runs a program made of modules, and so has Ronsel as a module too. */
  boolean isModular(int jvm) {
    return isModular(partOf(jvm));
  }

  /** Whether {@code rank} lives in that JVM. */
  boolean holds(int jvm, int rank) {
    return rank >= firstRank[jvm] && rank < firstRank[jvm + 1];
  }

  /** The ranks of a JVM in words. */
  String ranksOf(int jvm) {
    int first = firstRank[jvm];
    int last = firstRank[jvm + 1] - 1;
    return first == last ? "rank " + first : "ranks " + first + " to " + last;
  }

  private static boolean isModular(Part part) {
    return part.program() instanceof Program.Modular;
  }
}
