package org.ronsel.machine;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import org.ronsel.ErrorClass;
import org.ronsel.RonselException;

/**
 * Which processors each rank of a host is bound to. A plan is a function of the topology, so every
 * JVM of a host that plans for all ranks of the host comes to the same answer.
 */
public final class Binding {
  /** Why ranks that are virtual threads are not bound. */
  public static final String NO_VIRTUAL_THREADS =
      "virtual threads cannot be bound (--ranks-as platform)";

  private Binding() {}

  /** The place that a rank is bound to. */
  public enum Policy {
    /** A processor of its own: physical cores first, then their second threads. */
    CORE,
    /** The processors near one memory node; ranks in blocks, node by node. */
    NUMA,
    /** The same, with the ranks dealt to the NUMA nodes in turn. */
    NUMA_CYCLIC,
    /** No place: the operating system schedules the rank on any processor. */
    NONE;

    /** The option of {@code ronsel run} that asks for it. */
    public String option() {
      return this == NUMA_CYCLIC ? "--map-by numa" : "--bind " + name().toLowerCase(Locale.ROOT);
    }

    /**
     * The policy of this name, in any case.
     *
     * @throws RonselException if there is none
     */
    public static Policy of(String name) {
      for (Policy policy : values()) {
        if (policy.name().replace('_', '-').equalsIgnoreCase(name)) {
          return policy;
        }
      }
      throw new RonselException(
          ErrorClass.ARGUMENT,
          "There is no binding \"" + name + "\"; it is one of core, numa and none");
    }
  }

  /**
   * The processors of every rank.
   *
   * @param cpus for each rank its processors; an empty list when ranks are not bound
   * @param reason what was done, or why nothing
   */
  public record Plan(List<CpuSet> cpus, String reason) {
    /** Copies the list. */
    public Plan {
      cpus = List.copyOf(cpus);
    }

    /** Whether ranks are bound. */
    public boolean binds() {
      return !cpus.isEmpty();
    }
  }

  /**
   * Plans for all ranks of one host.
   *
   * <p>Ranks with neighbouring numbers get neighbouring processors, unless they are dealt in turn.
   * Where there are more ranks than processors (or processor time, in a container with a quota) no
   * rank is bound: a bound rank could not move away from one that computes.
   *
   * @param ranks how many ranks the host has, at least 1
   */
  public static Plan plan(Policy policy, int ranks, Topology topology) {
    if (ranks < 1) {
      throw new RonselException(
          ErrorClass.ARGUMENT, "Binding needs at least one rank, not " + ranks);
    }
    if (policy == Policy.NONE) {
      return new Plan(List.of(), "not asked for");
    }
    List<Topology.Cpu> usable = topology.usable();
    if (ranks > usable.size()) {
      return new Plan(
          List.of(),
          ranks
              + " ranks are more than the "
              + usable.size()
              + " processors that may be used ("
              + topology.allowed()
              + ")");
    }
    double quota = topology.cpuQuota().orElse(Double.POSITIVE_INFINITY);
    if (ranks > quota) {
      return new Plan(
          List.of(),
          ranks
              + " ranks are more than the "
              + String.format(Locale.ROOT, "%.1f", quota)
              + " processors' time that the container may use");
    }
    return policy == Policy.CORE
        ? byCore(ranks, usable, topology)
        : byNode(ranks, usable, policy == Policy.NUMA_CYCLIC);
  }

  private static Plan byCore(int ranks, List<Topology.Cpu> usable, Topology topology) {
    int cores = topology.usableCores();
    if (ranks <= cores) {
      // The rank has the core to itself and may use all its threads: the JVM's helpers fit there.
      List<CpuSet> plan = new ArrayList<>();
      for (Topology.Cpu cpu : usable.subList(0, ranks)) {
        plan.add(
            CpuSet.of(
                usable.stream()
                    .filter(other -> other.core() == cpu.core())
                    .mapToInt(Topology.Cpu::id)
                    .toArray()));
      }
      return new Plan(plan, "a physical core for each rank");
    }
    // Siblings next to each other again, so that neighbouring ranks share cores and caches.
    List<CpuSet> plan =
        usable.subList(0, ranks).stream()
            .sorted(Topology.NEIGHBORS)
            .map(cpu -> CpuSet.of(cpu.id()))
            .toList();
    return new Plan(
        plan, "a hardware thread for each rank, since there are only " + cores + " cores");
  }

  private static Plan byNode(int ranks, List<Topology.Cpu> usable, boolean inTurn) {
    Map<Integer, List<Integer>> cpusOf = new HashMap<>();
    for (Topology.Cpu cpu : usable) {
      cpusOf.computeIfAbsent(cpu.numaNode(), node -> new ArrayList<>()).add(cpu.id());
    }
    List<Integer> nodes = new ArrayList<>(new TreeSet<>(cpusOf.keySet()));
    if (inTurn && nodes.size() > 1) {
      return byNodeInTurn(ranks, nodes, cpusOf);
    }
    // Each node gets a block of ranks in proportion to its processors.
    List<Integer> nodeOfCpu = new ArrayList<>();
    for (int node : nodes) {
      cpusOf.getOrDefault(node, List.of()).forEach(cpu -> nodeOfCpu.add(node));
    }
    List<CpuSet> plan = new ArrayList<>();
    for (int rank = 0; rank < ranks; rank++) {
      int node = nodeOfCpu.get((int) ((long) rank * nodeOfCpu.size() / ranks));
      plan.add(
          CpuSet.of(
              cpusOf.getOrDefault(node, List.of()).stream().mapToInt(Integer::intValue).toArray()));
    }
    return new Plan(
        plan,
        nodes.size() == 1
            ? "all ranks to the only memory node"
            : "ranks in blocks to " + nodes.size() + " memory nodes");
  }

  /** A node that has as many ranks as processors is passed over. */
  private static Plan byNodeInTurn(
      int ranks, List<Integer> nodes, Map<Integer, List<Integer>> cpusOf) {
    List<CpuSet> plan = new ArrayList<>();
    for (int round = 0; plan.size() < ranks; round++) {
      for (int node : nodes) {
        List<Integer> cpus = cpusOf.getOrDefault(node, List.of());
        if (round < cpus.size() && plan.size() < ranks) {
          plan.add(CpuSet.of(cpus.stream().mapToInt(Integer::intValue).toArray()));
        }
      }
    }
    return new Plan(plan, "ranks in turn to " + nodes.size() + " memory nodes");
  }
}
