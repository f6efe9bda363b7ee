package org.ronsel.launch.jvm;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.ronsel.launch.install.Installation;
import org.ronsel.launch.plan.JobOptions;
import org.ronsel.launch.plan.JobPlan;
import org.ronsel.launch.remote.JvmOrder;
import org.ronsel.launch.spi.JvmVariables;
import org.ronsel.machine.Setting;

/** The command line of a JVM of a job. */
public final class JvmCommand {
  /** Option of a JVM with Ronsel on its class path; its AOT cache must be made with it, too. */
  static final String NATIVE_ACCESS = "--enable-native-access=ALL-UNNAMED";

  /** Tells core, and the package mpi, that arguments begin with rank, number of ranks, device. */
  private static final String MPJ_ARGS = "ronsel.mpj.args";

  private static final String HOST = "org.ronsel.runtime.LaunchedJvm";

  /** Options about archives of classes: a JVM that has one does not start with another cache. */
  private static final Pattern ARCHIVE =
      Pattern.compile(
          "^-(Xshare|XX:(SharedArchiveFile|ArchiveClassesAtExit|AOT(Cache|Mode|Conf)))");

  private JvmCommand() {}

  /** The order to start a JVM of a job. */
  public static JvmOrder order(JobPlan plan, int jvm) {
    List<String> user = new ArrayList<>();
    for (JobPlan.Part part : plan.parts()) {
      if (plan.holds(jvm, part.firstRank()) || part.equals(plan.partOf(jvm))) {
        user.addAll(part.program().jvmOptions());
      }
    }
    JobPlan.Settings settings = plan.partOf(jvm).settings();
    user.addAll(settings.jvmOptions());
    JobOptions options = plan.options();
    JobOptions.Debugging debugging = options.debugging();
    int debugPort = debugging != null && plan.holds(jvm, debugging.rank()) ? debugging.port() : -1;
    return new JvmOrder(
        jvm,
        plan.jvmsBeside(jvm),
        plan.isModular(jvm),
        debugPort,
        user,
        own(options),
        RankVariables.addTo(settings.environment(), plan, jvm),
        settings.directory() == null ? null : settings.directory().toString());
  }

  /** The options that tell a JVM how to run its ranks. */
  private static List<String> own(JobOptions options) {
    List<String> own = new ArrayList<>();
    if (options.reproducible()) {
      own.add("-Dronsel.reproducible=true");
    }
    own.addAll(options.observed().jvmOptions());
    if (options.helpers().threads() > 0) {
      own.add("-D" + Setting.PROGRESS_THREAD.property() + "=" + options.helpers().threads());
    }
    own.addAll(options.collectives().jvmOptions());
    own.addAll(options.network());
    if (options.ranks().mpjDevice() != null) {
      own.add("-D" + MPJ_ARGS + "=" + options.ranks().mpjDevice());
    }
    return own;
  }

  /**
   * The command line of a JVM of this host.
   *
   * @param port of the control server
   * @param extra options that are weaker than the user's, such as those of the AOT cache
   */
  static List<String> words(JvmOrder order, int port, List<String> extra) {
    List<String> command = new ArrayList<>();
    List<String> users = usersOptions(order);
    command.add(Installation.java().toString());
    command.addAll(sizing(order.jvmsOfHost(), users));
    // Avoids a file in /tmp per JVM, which a killed JVM would leave behind.
    command.add("-XX:-UsePerfData");
    if (!order.modular()
        && !order.isDebugged()
        && users.stream().noneMatch(ARCHIVE.asPredicate())) {
      command.addAll(extra);
    }
    if (order.isDebugged()) {
      command.add(
          "-agentlib:jdwp=transport=dt_socket,server=y,suspend=y,address=127.0.0.1:"
              + order.debugPort());
    }
    command.add(order.modular() ? "--enable-native-access=org.ronsel.core" : NATIVE_ACCESS);
    command.addAll(order.userOptions());
    command.addAll(order.ownOptions());
    String core = Installation.core().toString();
    if (order.modular()) {
      command.addAll(
          List.of("--add-modules=ALL-DEFAULT", "-p", core, "-m", "org.ronsel.core/" + HOST));
    } else {
      command.addAll(List.of("-cp", core, HOST));
    }
    command.addAll(List.of("127.0.0.1", Integer.toString(port), Integer.toString(order.jvm())));
    return command;
  }

  /** Those of the command line and those of the environment. */
  private static List<String> usersOptions(JvmOrder order) {
    Map<String, String> environment = new HashMap<>(System.getenv());
    JvmVariables.giveBack(environment);
    environment.putAll(order.environment());
    List<String> options = new ArrayList<>(order.userOptions());
    options.addAll(JvmVariables.options(environment));
    return options;
  }

  /**
   * Options that divide the machine among several JVMs as one JVM would use it; options of the user
   * take precedence.
   */
  private static List<String> sizing(int jvms, List<String> user) {
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
