package org.ronsel.launch.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.ronsel.launch.plan.HostOptions;
import org.ronsel.launch.plan.JobPlan;
import org.ronsel.machine.Binding;
import org.ronsel.machine.Topology;

/** The text of {@code --dry-run}: the placement of ranks. */
public final class DryRun {
  private DryRun() {}

  /**
   * Which rank would be on which host, in which JVM, and on which processors if it is bound. What
   * other hosts have is not known here.
   *
   * @param here the processors of this host
   */
  public static String text(JobPlan plan, Topology here) {
    Map<String, List<Integer>> byHost = new LinkedHashMap<>();
    for (int jvm = 0; jvm < plan.jvms(); jvm++) {
      String host = plan.hosts().isEmpty() ? "" : plan.hosts().get(jvm);
      byHost.computeIfAbsent(host, h -> new ArrayList<>()).add(jvm);
    }
    StringBuilder text = new StringBuilder();
    text.append(counted(plan.size(), "rank"))
        .append(" in ")
        .append(counted(plan.jvms(), "JVM"))
        .append(" on ")
        .append(counted(byHost.size(), "host"))
        .append('\n');
    text.append("launcher: ").append(plan.options().launcher()).append('\n');
    byHost.forEach((host, jvms) -> describe(text, plan, here, host, jvms));
    return text.toString();
  }

  private static void describe(
      StringBuilder text, JobPlan plan, Topology topology, String host, List<Integer> jvms) {
    HostOptions options = plan.options().hosts();
    boolean here = host.isEmpty() || options != null && options.isLocal(host);
    text.append(host.isEmpty() ? "this host" : "host " + host + (here ? ", this one" : ", by "));
    if (!here && options != null) {
      text.append(options.reach().shell().words().getFirst());
    }
    text.append('\n');
    int ranks = jvms.stream().mapToInt(jvm -> plan.ranksIn(jvm)).sum();
    Binding.Policy policy = Binding.Policy.of(plan.options().ranks().binding());
    Binding.Plan binding =
        here && policy != Binding.Policy.NONE
            ? Binding.plan(policy, ranks, topology)
            : new Binding.Plan(List.of(), "");
    int onHost = 0;
    int ofRanks = (int) jvms.stream().filter(jvm -> !plan.isGhost(jvm)).count();
    int cores = Math.ceilDiv(topology.usable().size(), ofRanks);
    boolean someVirtual = false;
    for (int jvm : jvms) {
      text.append("  JVM ").append(jvm).append(": ").append(plan.ranksOf(jvm)).append('\n');
      boolean virtual = plan.options().ranks().kind().isVirtual(plan.ranksIn(jvm), cores);
      someVirtual |= virtual;
      int first = plan.firstRank()[jvm];
      for (int rank = first; rank < first + plan.ranksIn(jvm); rank++) {
        if (binding.binds() && !virtual) {
          text.append("    rank ").append(rank).append(": processors ");
          text.append(binding.cpus().get(onHost)).append('\n');
        }
        onHost++;
      }
    }
    if (policy != Binding.Policy.NONE && (!binding.binds() || someVirtual)) {
      String why = someVirtual && here ? Binding.NO_VIRTUAL_THREADS : binding.reason();
      text.append("  ").append(policy.option()).append(": ");
      text.append(here ? "ranks are not bound: " + why : "as its processors allow");
      text.append('\n');
    }
  }

  private static String counted(int count, String what) {
    return count + " " + what + (count == 1 ? "" : "s");
  }
}
