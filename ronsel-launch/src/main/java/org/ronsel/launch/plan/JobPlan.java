package org.ronsel.launch.plan;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ronsel.launch.program.Program;
import org.ronsel.launch.remote.RemoteShell;
import org.ronsel.launch.spi.UsageException;

/**
 * A job as it will be started.
 *
 * @param firstRank first rank of each JVM, and at the end the number of ranks; the numbers of
 *     ghosts follow those of the ranks
 * @param ghosts number of JVMs of ghosts, which are the last ones
 * @param hosts by JVM the name of its host; empty if all of them are on this one
 * @param parts programs of the ranks, in rank order
 */
public record JobPlan(
    JobOptions options, int[] firstRank, int ghosts, List<String> hosts, List<Part> parts) {
  /**
   * Consecutive ranks that run the same program.
   *
   * @param firstRank first of them
   * @param settings of their JVMs
   */
  public record Part(
      int firstRank, int ranks, Program program, List<String> args, Settings settings) {
    /** The same part beginning at another rank. */
    Part from(int rank) {
      return new Part(rank, ranks, program, args, settings);
    }
  }

  /**
   * The settings that all ranks of a JVM share.
   *
   * @param environment variables added to those of the launcher
   * @param directory working directory, or null for the launcher's
   * @param jvmOptions options of the JVM, last and therefore strongest
   */
  public record Settings(
      Map<String, String> environment, @Nullable Path directory, List<String> jvmOptions) {}

  /** Deals the ranks of the parts to JVMs. Parts share a JVM only if their settings agree. */
  public static JobPlan of(JobOptions options, List<Part> parts) {
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
    JobOptions.Debugging debug = options.debugging();
    if (debug != null && (debug.rank() < 0 || debug.rank() >= rank)) {
      throw new UsageException(
          "--debug " + debug.rank() + ": the ranks of this job are 0 to " + (rank - 1));
    }
    HostOptions hosts = options.hosts();
    if (hosts == null) {
      if (!options.force()) {
        MemoryNeed.check(rank, options.placement().jvms(blocks));
      }
      return withGhosts(options, options.placement().deal(blocks), List.of(), placed);
    }
    HostMap map = HostMap.of(blocks, options.placement(), hosts);
    if (!options.force()) {
      for (String host : hosts.reach().local()) {
        MemoryNeed.check(map.ranksOn(host), map.jvmsOn(host));
      }
    }
    boolean here = map.hosts().stream().allMatch(hosts::isLocal);
    return withGhosts(options, map.firstRank(), here ? List.of() : map.hosts(), placed);
  }

  /** Adds the JVMs of the ghosts, host by host. */
  private static JobPlan withGhosts(
      JobOptions options, int[] firstRank, List<String> hosts, List<Part> parts) {
    List<String> distinct = hosts.stream().distinct().toList();
    int ghosts = options.helpers().ghosts() * Math.max(1, distinct.size());
    int jvms = firstRank.length - 1;
    int[] first = Arrays.copyOf(firstRank, firstRank.length + ghosts);
    List<String> all = new ArrayList<>(hosts);
    for (int ghost = 0; ghost < ghosts; ghost++) {
      first[jvms + ghost + 1] = first[jvms + ghost] + 1;
      if (!distinct.isEmpty()) {
        all.add(distinct.get(ghost / options.helpers().ghosts()));
      }
    }
    return new JobPlan(options, first, ghosts, List.copyOf(all), List.copyOf(parts));
  }

  /** What a user is told of options that have less effect in this job than they seem to have. */
  public List<String> notices() {
    List<String> notices = new ArrayList<>();
    boolean several = size() > 1;
    if (options.reportFailures() && several && jvms() - ghosts == 1) {
      notices.add(
          "--on-failure=report: all ranks are in one JVM, and fail together; --processes gives each"
              + " its own");
    }
    if (options.ranks().sharedClasses() && several && jvms() - ghosts == size()) {
      notices.add("--shared-classes: no two ranks share a JVM, so each has classes of its own");
    }
    if (ghosts > 0 && hosts.stream().distinct().count() < 2) {
      notices.add(
          "--ghosts "
              + options.helpers().ghosts()
              + ": all ranks are on one host, and operate on each other's memory themselves; ghosts"
              + " only serve ranks of other hosts");
    }
    notices.addAll(options.collectives().notices(size()));
    return notices;
  }

  /** Number of ranks. */
  public int size() {
    return firstRank[jvms() - ghosts];
  }

  /** Whether a JVM is that of a ghost. */
  public boolean isGhost(int jvm) {
    return jvm >= jvms() - ghosts;
  }

  /** The number of ranks in a JVM. */
  public int ranksIn(int jvm) {
    return isGhost(jvm) ? 0 : firstRank[jvm + 1] - firstRank[jvm];
  }

  /** Number of ranks, and ghosts, on a host of this name. */
  public int ranksOn(String host) {
    return new HostMap(firstRank, hosts).ranksOn(host);
  }

  /** Number of JVMs. */
  public int jvms() {
    return firstRank.length - 1;
  }

  /**
   * The number of processes that the launcher starts itself: JVMs of this host, and shells for
   * other hosts.
   */
  public int childProcesses() {
    HostOptions options = options().hosts();
    if (hosts.isEmpty() || options == null) {
      return jvms();
    }
    int here = (int) hosts.stream().filter(options::isLocal).count();
    int others = (int) hosts.stream().filter(host -> !options.isLocal(host)).distinct().count();
    return here + Math.min(others, fanOut(options));
  }

  /**
   * The largest number of hosts that are reached from each host, the launcher's included. All are
   * reached from the launcher's where ranks are to survive the loss of hosts, since the loss of one
   * must not cause that of others, and where a batch system reaches them.
   */
  public int fanOut(HostOptions hostOptions) {
    boolean tree =
        hostOptions.reach().shell().syntax() == RemoteShell.CommandSyntax.SHELL_LINE
            && !options.reportFailures();
    return tree ? hostOptions.reach().fanOut() : Integer.MAX_VALUE;
  }

  /** The number of JVMs on the host of a JVM. */
  public int jvmsBeside(int jvm) {
    return hosts.isEmpty() ? jvms() : (int) hosts.stream().filter(hosts.get(jvm)::equals).count();
  }

  /** The number of ranks in the JVMs before {@code end} that are on the host of a JVM. */
  public int ranksBeside(int jvm, int end) {
    int count = 0;
    for (int other = 0; other < end; other++) {
      boolean beside = hosts.isEmpty() || hosts.get(other).equals(hosts.get(jvm));
      count += beside ? ranksIn(other) : 0;
    }
    return count;
  }

  /** The part to which the first rank of a JVM belongs; all its parts have the same settings. */
  public Part partOf(int jvm) {
    Part found = parts.getFirst();
    for (Part part : parts) {
      if (part.firstRank() <= firstRank[jvm]) {
        found = part;
      }
    }
    return found;
  }

  /** Whether a JVM runs a program of modules, and so has Ronsel as a module too. */
  public boolean isModular(int jvm) {
    return isModular(partOf(jvm));
  }

  /** Whether {@code rank} is in that JVM. */
  public boolean holds(int jvm, int rank) {
    return !isGhost(jvm) && rank >= firstRank[jvm] && rank < firstRank[jvm + 1];
  }

  /** The ranks of a JVM, or its ghost, in words. */
  public String ranksOf(int jvm) {
    int first = firstRank[jvm];
    if (isGhost(jvm)) {
      return "ghost "
          + (first - size())
          + (hosts.isEmpty() ? "" : ", which serves the ranks of " + hosts.get(jvm));
    }
    int last = firstRank[jvm + 1] - 1;
    return first == last ? "rank " + first : "ranks " + first + " to " + last;
  }

  private static boolean isModular(Part part) {
    return part.program() instanceof Program.Modular;
  }
}
