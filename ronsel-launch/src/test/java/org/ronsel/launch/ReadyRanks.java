package org.ronsel.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** The processes of ranks of the program {@code Here} that wait, by what these have printed. */
final class ReadyRanks {
  private static final Pattern READY = Pattern.compile("ready (\\d+) (\\d+) of (\\d+)");
  private static final int RANK = 1;
  private static final int JVM = 2;
  private static final int STARTER = 3;

  private ReadyRanks() {}

  /** The JVMs of all ranks, and what has started each. */
  static List<ProcessHandle> processes(Job job, int ranks) {
    List<ProcessHandle> all = new ArrayList<>();
    for (MatchResult rank : ranks(job)) {
      ProcessHandle.of(Long.parseLong(rank.group(JVM))).ifPresent(all::add);
      ProcessHandle.of(Long.parseLong(rank.group(STARTER))).ifPresent(all::add);
    }
    assertThat(all).as("processes of hosts are seen here").hasSize(2 * ranks);
    return all;
  }

  /** The process of a rank's JVM. */
  static long jvm(Job job, int rank) {
    return pid(job, rank, JVM);
  }

  /** The process that has started a rank's JVM: the launcher or an agent. */
  static long starter(Job job, int rank) {
    return pid(job, rank, STARTER);
  }

  private static long pid(Job job, int rank, int group) {
    return ranks(job).stream()
        .filter(each -> each.group(RANK).equals(Integer.toString(rank)))
        .mapToLong(each -> Long.parseLong(each.group(group)))
        .findFirst()
        .orElseThrow(() -> new AssertionError("rank " + rank + " is not ready: " + job.outSoFar()));
  }

  private static List<MatchResult> ranks(Job job) {
    return READY.matcher(job.outSoFar()).results().toList();
  }
}
