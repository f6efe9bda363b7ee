package org.ronsel.launch;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.ronsel.machine.ProcessLife;
import org.ronsel.runtime.control.Frame;
import org.ronsel.runtime.control.FrameChannel;
import org.ronsel.runtime.output.LineMerger;

/**
 * The process of a JVM of a job and its standard streams. Its fields that change are used by the
 * supervisor's thread only.
 */
final class JvmProcess {
  private static final String SHARED_MEMORY = "-Dronsel.shm.dir=";

  private static final Pattern DEBUGGED =
      Pattern.compile("^(-agentlib:jdwp|-Xrunjdwp)(?!.*suspend=n)");

  private final Process process;
  private final @Nullable Path sharedMemory;

  /** Whether it may wait for a debugger before it does anything. */
  private final boolean debugged;

  private final CountDownLatch pumps = new CountDownLatch(2);

  /** The control connection, while there is one. */
  @Nullable FrameChannel channel;

  /** Whether there has been a control connection. */
  boolean hasStarted;

  /** Whether it has begun to meet the other JVMs. */
  boolean wired;

  /** Whether the process has ended. */
  boolean exited;

  /** How many of its ranks have ended. */
  int ended;

  private JvmProcess(Process process, @Nullable Path sharedMemory, boolean debugged) {
    this.process = process;
    this.sharedMemory = sharedMemory;
    this.debugged = debugged;
  }

  /**
   * Starts a JVM and hands it the secret.
   *
   * @param debugged told the address on which the JVM waits for a debugger
   */
  static JvmProcess start(
      int jvm,
      List<String> command,
      JobPlan.Settings settings,
      String secret,
      Console console,
      Consumer<String> debugged,
      Consumer<Event> events)
      throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().putAll(settings.environment());
    if (settings.directory() != null) {
      builder.directory(new File(settings.directory().toString()));
    }
    Process process = builder.start();
    JvmProcess started =
        new JvmProcess(
            process,
            sharedMemory(command, settings),
            command.stream().anyMatch(DEBUGGED.asPredicate()));
    try {
      process.getOutputStream().write((secret + "\n").getBytes(StandardCharsets.US_ASCII));
      process.getOutputStream().flush();
    } catch (IOException e) {
      // It has ended already; its exit is reported below.
      started.closeInput();
    }
    LineMerger.Source out = console.newOut();
    Pump.Filter filter = Pump.Filter.debuggerAddress(debugged);
    try {
      started.pump("out-" + jvm, process.getInputStream(), out, filter);
      started.pump("err-" + jvm, process.getErrorStream(), console.newErr(), Pump.Filter.NONE);
    } catch (OutOfMemoryError noThread) {
      started.kill();
      throw noThread;
    }
    var _ = process.onExit().thenAccept(p -> events.accept(new Event.Exited(jvm, p.exitValue())));
    return started;
  }

  /** The directory for shared memory that the options of a JVM name, or null. */
  private static @Nullable Path sharedMemory(List<String> command, JobPlan.Settings settings) {
    String chosen = null;
    for (String option : command) {
      if (option.startsWith(SHARED_MEMORY)) {
        chosen = option.substring(SHARED_MEMORY.length());
      }
    }
    Path here = settings.directory() != null ? settings.directory() : Path.of("");
    return chosen == null ? null : here.toAbsolutePath().resolve(chosen);
  }

  /** The directory for shared memory that was chosen for the process, or null. */
  @Nullable Path sharedMemory() {
    return sharedMemory;
  }

  private void pump(String name, InputStream from, LineMerger.Source to, Pump.Filter filter) {
    Thread.ofPlatform()
        .daemon()
        .name("ronsel-" + name)
        .start(
            () -> {
              Pump.copy(from, to, filter);
              to.close();
              pumps.countDown();
            });
  }

  /** Sends a frame if there is a connection; the reader of a lost one notices and tells. */
  void send(Frame frame) {
    try {
      if (channel != null) {
        channel.send(frame);
      }
    } catch (IOException e) {
      channel = null;
    }
  }

  /**
   * Whether it is still on its way to the other JVMs of the job.
   *
   * @param alone whether there are no others
   */
  boolean isStarting(boolean alone) {
    return !exited && !debugged && !(alone ? hasStarted : wired);
  }

  /** Whether the process is about to end, or has ended and the supervisor does not know it yet. */
  boolean isLeaving() {
    return !exited && (!process.isAlive() || ProcessLife.isEnding(process.pid()));
  }

  /** Process id. */
  long pid() {
    return process.pid();
  }

  /** What the process reads. */
  OutputStream input() {
    return process.getOutputStream();
  }

  /** Ends what the process reads. */
  void closeInput() {
    try {
      process.getOutputStream().close();
    } catch (IOException e) {
      // It has ended and no longer reads, which is what was wanted.
      return;
    }
  }

  /** Kills the process. */
  void kill() {
    process.destroyForcibly();
  }

  /**
   * Waits until all output of the ended process has been passed on, but not for longer than this: a
   * process that the program has started may hold its output open for ever.
   *
   * @return whether all output has come
   */
  boolean drain(long waitNs) throws InterruptedException {
    return pumps.await(waitNs, TimeUnit.NANOSECONDS);
  }
}
