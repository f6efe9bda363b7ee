package org.ronsel.launch.supervise;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.ronsel.launch.connection.AgentCommand;
import org.ronsel.launch.connection.FileLimits;
import org.ronsel.launch.connection.HostConnection;
import org.ronsel.launch.connection.HostSettings;
import org.ronsel.launch.connection.NeededFiles;
import org.ronsel.launch.connection.SharedFrames;
import org.ronsel.launch.console.Console;
import org.ronsel.launch.jvm.Event;
import org.ronsel.launch.jvm.Launcher;
import org.ronsel.launch.jvm.LocalLauncher;
import org.ronsel.launch.jvm.StartUpLimits;
import org.ronsel.launch.plan.HostOptions;
import org.ronsel.launch.plan.JobPlan;
import org.ronsel.launch.spi.DaemonThread;

/** Creates the launchers of a job's JVMs. */
final class Launchers {
  private Launchers() {}

  /**
   * The launcher of each JVM.
   *
   * @param files the directory of extra files of this host, or null if there are none
   * @param all receives each launcher once
   */
  static List<Launcher> of(
      JobPlan plan,
      byte[] secret,
      Console console,
      IntFunction<List<String>> extraJvmOptions,
      Consumer<Event> events,
      @Nullable String files,
      List<Launcher> all)
      throws IOException {
    HostOptions options = plan.options().hosts();
    if (options == null || plan.hosts().isEmpty()) {
      Launcher local =
          new LocalLauncher(
              secret, plan.jvms(), plan.jvms(), console, extraJvmOptions, files, events);
      all.add(local);
      return Collections.nCopies(plan.jvms(), local);
    }
    CompletableFuture<NeededFiles> needed = new CompletableFuture<>();
    HostSettings settings =
        new HostSettings(
            new AgentCommand(options.reach().shell(), options.reach().home()),
            secret,
            options.reach().network(),
            needed,
            FileLimits.ofEnvironment(),
            StartUpLimits.hostTimeout(),
            new SharedFrames());
    DaemonThread.start("needed", () -> find(plan, needed));
    Map<String, Launcher> byHost = new HashMap<>();
    List<HostConnection> remote = new ArrayList<>();
    int fanOut = plan.fanOut(options);
    List<Launcher> byJvm = new ArrayList<>();
    for (int jvm = 0; jvm < plan.jvms(); jvm++) {
      String host = plan.hosts().get(jvm);
      Launcher launcher = byHost.get(host);
      if (launcher == null && options.isLocal(host)) {
        launcher =
            new LocalLauncher(
                secret, plan.jvms(), plan.jvmsBeside(jvm), console, extraJvmOptions, files, events);
      } else if (launcher == null) {
        int parent = parent(remote.size(), fanOut);
        HostConnection connection =
            new HostConnection(
                host,
                parent < 0 ? null : remote.get(parent),
                plan.options().force() ? 0 : plan.ranksOn(host),
                settings,
                console,
                events);
        remote.add(connection);
        launcher = connection;
      }
      if (byHost.put(host, launcher) == null) {
        all.add(launcher);
      }
      byJvm.add(launcher);
    }
    return byJvm;
  }

  /**
   * The host from which a host is reached, by their places in the order of hosts, or -1 if it is
   * the launcher's: a tree, of which each level has {@code fanOut} times as many hosts as the one
   * above.
   */
  static int parent(int host, int fanOut) {
    return host / fanOut - 1;
  }

  /** Closes all at the same time: each waits for its host, which takes seconds if that is lost. */
  static void closeAll(List<? extends Launcher> launchers) throws InterruptedException {
    List<Thread> others = new ArrayList<>();
    for (int i = 1; i < launchers.size(); i++) {
      others.add(DaemonThread.start("close", launchers.get(i)::close));
    }
    if (!launchers.isEmpty()) {
      launchers.getFirst().close();
    }
    for (Thread other : others) {
      other.join();
    }
  }

  private static void find(JobPlan plan, CompletableFuture<NeededFiles> needed) {
    try {
      needed.complete(NeededFiles.of(plan));
    } catch (IOException | RuntimeException | Error e) {
      needed.completeExceptionally(e);
    }
  }
}
