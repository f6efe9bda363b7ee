package org.ronsel.runtime;

import java.util.List;
import java.util.function.Consumer;
import org.ronsel.job.JobLayout;
import org.ronsel.job.JvmLocation;
import org.ronsel.machine.Availability;
import org.ronsel.machine.Binding;
import org.ronsel.machine.CpuSet;
import org.ronsel.machine.ThreadAffinity;
import org.ronsel.machine.Topology;
import org.ronsel.runtime.control.JobSpec;

/** Binds the threads of the ranks of this JVM to processors, never the JVM's own threads. */
final class RankBinding {
  private final JobSpec spec;
  private final int jvm;

  /** Progress threads of each JVM with ranks. */
  private final int threads;

  /** Ranks of the host, then its ghosts, then the progress threads of its JVMs; or fewer. */
  private final Binding.Plan plan;

  private RankBinding(JobSpec spec, int jvm, int threads, Binding.Plan plan) {
    this.spec = spec;
    this.jvm = jvm;
    this.threads = threads;
    this.plan = plan;
  }

  /**
   * Plans the binding of all ranks of the host, of its ghosts behind them, and of the progress
   * threads of its JVMs behind these. Where there is no room for the latter they are left unbound.
   *
   * @param threads progress threads of each JVM
   * @param virtual whether ranks are virtual threads, which are not bound
   * @param notices told in one line if ranks are not bound although that was asked for
   */
  static RankBinding plan(
      JobSpec spec, JobLayout layout, int threads, boolean virtual, Consumer<String> notices) {
    Binding.Policy wanted = Binding.Policy.of(spec.ranks().binding());
    if (wanted == Binding.Policy.NONE) {
      return new RankBinding(
          spec, layout.jvm(), threads, new Binding.Plan(List.of(), "not asked for"));
    }
    Topology topology = Topology.ofThisHost();
    int ghosts = spec.ghostsBeside(layout.jvm());
    int endpoints = spec.ranksBeside(layout.jvm());
    int all = endpoints + threads * spec.jvmsBeside(layout.jvm());
    Binding.Plan plan = Binding.plan(wanted, all, topology);
    if (!plan.binds() && all > endpoints) {
      plan = Binding.plan(wanted, endpoints, topology);
    }
    if (!plan.binds() && ghosts > 0) {
      plan = Binding.plan(wanted, endpoints - ghosts, topology);
    }
    String obstacle = obstacle(plan, virtual);
    if (obstacle.isEmpty()) {
      return new RankBinding(spec, layout.jvm(), threads, plan);
    }
    if (spec.ranksBefore(layout.jvm()) == 0) {
      notices.accept(wanted.option() + ": ranks are not bound: " + obstacle);
    }
    return new RankBinding(spec, layout.jvm(), threads, new Binding.Plan(List.of(), obstacle));
  }

  private static String obstacle(Binding.Plan plan, boolean virtual) {
    if (virtual) {
      return Binding.NO_VIRTUAL_THREADS;
    }
    Availability affinity = ThreadAffinity.availability();
    if (!affinity.usable()) {
      return affinity.detail();
    }
    return plan.binds() ? "" : plan.reason();
  }

  /** The location of the ranks of this JVM when they are bound. */
  JvmLocation location(JobLayout layout) {
    List<String> hosts = spec.layout().hosts();
    JvmLocation here = hosts.isEmpty() ? JvmLocation.of(jvm) : JvmLocation.onHost(hosts.get(jvm));
    if (!plan.binds()) {
      return here;
    }
    int first = spec.ranksBefore(jvm);
    if (first + layout.localRanks() > plan.cpus().size()) {
      return here; // a ghost, for which there is no room
    }
    CpuSet[] cpus = plan.cpus().subList(first, first + layout.localRanks()).toArray(CpuSet[]::new);
    return here.bound(cpus, Topology.ofThisHost());
  }

  /** Binds the calling thread, a progress thread of this JVM, if there is room for it. */
  void bindProgressThread(int number) {
    int onHost = spec.ranksBeside(jvm) + threads * spec.jvmsBefore(jvm) + number;
    if (onHost < plan.cpus().size()) {
      ThreadAffinity.bindCurrentThread(plan.cpus().get(onHost));
    }
  }

  /**
   * Binds the calling thread, which is that of the rank, or ghost, and has not started others yet.
   */
  void bindThread(LocalJob job, int rank) {
    if (plan.binds()) {
      JobLayout layout = job.layout();
      int onHost = spec.ranksBefore(layout.jvm()) + rank - layout.firstLocalRank();
      if (onHost >= plan.cpus().size()) {
        return;
      }
      ThreadAffinity.bindCurrentThread(plan.cpus().get(onHost));
      job.bound(rank, plan.cpus().get(onHost));
    }
  }
}
