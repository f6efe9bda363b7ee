package org.ronsel.launch.jvm;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ronsel.launch.console.JvmOutput;
import org.ronsel.launch.remote.JvmOrder;
import org.ronsel.launch.spi.DaemonThread;
import org.ronsel.launch.spi.JvmVariables;
import org.ronsel.machine.ProcessLife;
import org.ronsel.machine.SharedSegment;

/** A JVM on this host: a child process. */
public final class LocalJvm extends JvmProcess {
  private static final String SHARED_MEMORY = "-Dronsel.shm.dir=";

  private static final Pattern DEBUGGED =
      Pattern.compile("^(-agentlib:jdwp|-Xrunjdwp)(?!.*suspend=n)");

  private final Process process;
  private final @Nullable Path sharedMemory;

  private final List<Pump> pumps = new ArrayList<>();
  private final CountDownLatch unfinished = new CountDownLatch(2);

  private LocalJvm(Process process, @Nullable Path sharedMemory, boolean debugged) {
    super(debugged);
    this.process = process;
    this.sharedMemory = sharedMemory;
  }

  /**
   * Starts a JVM and passes the secret to it.
   *
   * @param output receives its output
   */
  static LocalJvm start(
      JvmOrder order, List<String> command, String secret, JvmOutput output, Consumer<Event> events)
      throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command);
    JvmVariables.giveBack(builder.environment());
    RankVariables.removeFrom(builder.environment());
    builder.environment().putAll(order.environment());
    if (order.directory() != null) {
      builder.directory(new File(order.directory()));
    }
    Process process = builder.start();
    boolean isDebugged = command.stream().anyMatch(DEBUGGED.asPredicate());
    LocalJvm started = new LocalJvm(process, sharedMemory(command, order), isDebugged);
    try {
      process.getOutputStream().write((secret + "\n").getBytes(StandardCharsets.US_ASCII));
      process.getOutputStream().flush();
    } catch (IOException e) {
      // It has ended already; its exit is reported below.
      started.closeInput();
    }
    int jvm = order.jvm();
    OutputStream out = output.newOut(jvm);
    Pump.Filter filter =
        saysWhereItListens(command, builder.environment())
            ? Pump.Filter.debuggerAddress(
                address -> events.accept(new Event.DebuggerWaits(jvm, address)))
            : Pump.Filter.NONE;
    try {
      started.pump("out-" + jvm, process.getInputStream(), out, filter);
      started.pump("err-" + jvm, process.getErrorStream(), output.newErr(jvm), Pump.Filter.NONE);
    } catch (OutOfMemoryError noThread) {
      started.kill();
      throw noThread;
    }
    var _ = process.onExit().thenAccept(p -> events.accept(new Event.Exited(jvm, p.exitValue())));
    return started;
  }

  /** Whether the first line of a JVM may be the address at which it waits for a debugger. */
  private static boolean saysWhereItListens(List<String> command, Map<String, String> environment) {
    return Stream.concat(command.stream(), environment.values().stream())
        .anyMatch(word -> word.contains("jdwp"));
  }

  /** The directory for shared memory that the options of a JVM name, or null. */
  private static @Nullable Path sharedMemory(List<String> command, JvmOrder order) {
    String chosen = null;
    for (String option : command) {
      if (option.startsWith(SHARED_MEMORY)) {
        chosen = option.substring(SHARED_MEMORY.length());
      }
    }
    Path here = Path.of(order.directory() != null ? order.directory() : "");
    return chosen == null ? null : here.toAbsolutePath().resolve(chosen);
  }

  @Override
  public void removeSharedFiles() {
    SharedSegment.removeLeftovers(sharedMemory, pid());
  }

  private void pump(String name, InputStream from, OutputStream to, Pump.Filter filter) {
    Pump pump = new Pump(from, to, filter);
    pumps.add(pump);
    DaemonThread.start(
        "" + name,
        () -> {
          pump.copy();
          unfinished.countDown();
        });
  }

  /** Waits a little for the end of the process; whether it has ended. */
  public boolean awaitEnd(long waitMs) {
    try {
      return process.waitFor(waitMs, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  @Override
  public boolean isEnding() {
    return !process.isAlive() || ProcessLife.isEnding(process.pid());
  }

  @Override
  public long pid() {
    return process.pid();
  }

  @Override
  public OutputStream input() {
    return process.getOutputStream();
  }

  @Override
  public void closeInput() {
    try {
      process.getOutputStream().close();
    } catch (IOException e) {
      // It has ended and no longer reads, as intended.
      return;
    }
  }

  /** {@inheritDoc} The JDK sends none but those that end a process; a shell does. */
  @Override
  public void signal(String name) {
    if (!process.isAlive()) {
      return;
    }
    try {
      new ProcessBuilder("sh", "-c", "kill -s \"$1\" \"$2\"", "sh", name, Long.toString(pid()))
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .redirectError(ProcessBuilder.Redirect.DISCARD)
          .start();
    } catch (IOException e) {
      return; // no shell, or no process more: the program goes on
    }
  }

  @Override
  public void kill() {
    process.destroyForcibly();
  }

  @Override
  public boolean drain(long waitNs) throws InterruptedException {
    return unfinished.await(waitNs, TimeUnit.NANOSECONDS);
  }

  @Override
  public boolean isWriting() {
    return pumps.stream().anyMatch(Pump::isWriting);
  }
}
