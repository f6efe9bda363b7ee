package org.ronsel.launch;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.Predicate;

/** The command line of a JVM of a job. */
final class JvmCommand {
  /** What a JVM with Ronsel on its class path is started with; its AOT cache has to be as well. */
  static final String NATIVE_ACCESS = "--enable-native-access=ALL-UNNAMED";

  /** Tells core, and the package mpi, that arguments begin with rank, number of ranks, device. */
  private static final String MPJ_ARGS = "ronsel.mpj.args";

  private static final String PROGRESS_THREAD = "ronsel.progress.thread";

  private static final String HOST = "org.ronsel.runtime.RankHost";

  private final JobPlan plan;
  private final IntFunction<List<String>> extra;

  /**
   * Creates command lines for a job.
   *
   * @param extra options of each JVM, by its index, that are weaker than the user's, such as those
   *     of the AOT cache
   */
  JvmCommand(JobPlan plan, IntFunction<List<String>> extra) {
    this.plan = plan;
    this.extra = extra;
  }

  /** The command line of one JVM, which will find the launcher at this port. */
  List<String> of(int jvm, int port) {
    List<String> user = new ArrayList<>();
    for (JobPlan.Part part : plan.parts()) {
      if (plan.holds(jvm, part.firstRank()) || part.equals(plan.partOf(jvm))) {
        user.addAll(part.program().jvmOptions());
      }
    }
    user.addAll(plan.partOf(jvm).settings().jvmOptions());

    List<String> command = new ArrayList<>();
    command.add(Installation.java().toString());
    command.addAll(sizing(user));
    // A file in /tmp per JVM, which a killed JVM would leave behind.
    command.add("-XX:-UsePerfData");
    boolean modular = plan.isModular(jvm);
    boolean debugged =
        plan.options().debugRank() != null && plan.holds(jvm, plan.options().debugRank());
    if (!modular && !debugged) {
      command.addAll(extra.apply(jvm));
    }
    if (debugged) {
      command.add(
          "-agentlib:jdwp=transport=dt_socket,server=y,suspend=y,address=127.0.0.1:"
              + plan.options().debugPort());
    }
    command.add(modular ? "--enable-native-access=org.ronsel.core" : NATIVE_ACCESS);
    command.addAll(user);
    if (plan.options().reproducible()) {
      command.add("-Dronsel.reproducible=true");
    }
    command.addAll(plan.options().observed().jvmOptions());
    if (plan.options().progressThread()) {
      command.add("-D" + PROGRESS_THREAD + "=true");
    }
    command.addAll(plan.options().collectives().jvmOptions());
    if (plan.options().mpjDevice() != null) {
      command.add("-D" + MPJ_ARGS + "=" + plan.options().mpjDevice());
    }
    String core = Installation.core().toString();
    if (modular) {
      command.addAll(
          List.of("--add-modules=ALL-DEFAULT", "-p", core, "-m", "org.ronsel.core/" + HOST));
    } else {
      command.addAll(List.of("-cp", core, HOST));
    }
    command.addAll(List.of("127.0.0.1", Integer.toString(port), Integer.toString(jvm)));
    return command;
  }

  /** Shares the machine among several JVMs as one JVM would use it; what the user says is kept. */
  private List<String> sizing(List<String> user) {
    int jvms = plan.jvms();
    if (jvms == 1) {
      return List.of();
    }
    List<String> options = new ArrayList<>();
    int cores = Math.ceilDiv(Runtime.getRuntime().availableProcessors(), jvms);
    Predicate<String> isCollector = o -> o.matches("-XX:\\+Use\\w*GC");
    if (user.stream().noneMatch(isCollector) && cores == 1) {
      options.add("-XX:+UseSerialGC");
    } else if (user.stream().noneMatch(o -> o.startsWith("-XX:ParallelGCThreads"))) {
      options.add("-XX:ParallelGCThreads=" + cores);
    }
    // By default each of them would take up to a quarter of the memory.
    boolean sized = user.stream().anyMatch(o -> o.startsWith("-Xmx") || o.startsWith("-XX:MaxRAM"));
    if (!sized && jvms > 3) {
      options.add("-XX:MaxRAMPercentage=" + (75.0 / jvms));
    }
    return options;
  }
}
