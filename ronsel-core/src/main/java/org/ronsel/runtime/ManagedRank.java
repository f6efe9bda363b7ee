package org.ronsel.runtime;

import static java.lang.Thread.State.BLOCKED;
import static java.lang.Thread.State.NEW;
import static java.lang.Thread.State.RUNNABLE;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.ronsel.JobAbortedException;
import org.ronsel.ProcessFailedException;
import org.ronsel.job.JobLayout;
import org.ronsel.job.JvmLocation;
import org.ronsel.observe.Observation;
import org.ronsel.runtime.control.Frame;
import org.ronsel.runtime.pmi.LifeLine;
import org.ronsel.runtime.pmi.ManagedWireUp;
import org.ronsel.runtime.pmi.ProcessManager;
import org.ronsel.runtime.pmi.ProcessManagers;
import org.ronsel.runtime.rendezvous.Rendezvous;

/**
 * The part of a job that lives in this JVM where {@code ronsel run} has not started it, but a
 * process manager, or anything that says by the environment how JVMs meet. There is no launcher:
 * what is printed is printed by the JVM, and the JVMs watch each other. With plain java a JVM is
 * one rank; {@link ManagedJvm} runs several.
 */
final class ManagedRank implements LifeLine.Watcher {
  /** How long a rank that has lost a peer waits for the word of the line of lives. */
  private static final long WORD_MS = 2000;

  private final ProcessManager manager;
  private final ManagedWireUp wireUp;
  private final JobLayout layout;
  private final AtomicBoolean over = new AtomicBoolean();

  /** The thread that ends the JVM because the job has failed. */
  private volatile @Nullable Thread exiting;

  private final CountDownLatch loss = new CountDownLatch(1);
  private @Nullable LifeLine line;

  private ManagedRank(ProcessManager manager, ManagedWireUp wireUp) {
    this.manager = manager;
    this.wireUp = wireUp;
    layout = layout(manager);
  }

  /**
   * Makes this JVM a rank of the job of which its environment speaks. Where that fails the JVM
   * ends, and the job with it.
   *
   * @return null if the environment speaks of none
   */
  static @Nullable RankContext start() {
    LocalJob job = join(1);
    if (job == null) {
      return null;
    }
    job.otherThreads(new UserThreads(List.of(), ManagedRank::say)::areAlive);
    return job.rank(job.layout().firstLocalRank());
  }

  /**
   * Makes this JVM the home of some ranks of the job of which its environment speaks. Where that
   * fails the JVM ends, and the job with it.
   *
   * @param mostRanks how many ranks this JVM can run
   * @return null if the environment speaks of no job
   */
  static @Nullable LocalJob join(int mostRanks) {
    ProcessManager manager = null;
    try {
      manager = Rendezvous.find(System.getenv());
      if (manager == null) {
        manager = ProcessManagers.find(System.getenv());
      }
      if (manager == null) {
        return null;
      }
      int ranks = layout(manager).localRanks();
      if (ranks > mostRanks) {
        throw new IOException(
            "this JVM is to have "
                + ranks
                + " ranks, and plain java makes it one: start it by java "
                + ManagedJvm.class.getName());
      }
      ManagedWireUp wireUp = ManagedWireUp.meet(manager, HostName.OF_THIS_HOST, hostId());
      return new ManagedRank(manager, wireUp).begin();
    } catch (IOException | RuntimeException | Error e) {
      throw unusable(manager, e);
    }
  }

  /** The id of the running kernel: hosts may have the same name. */
  private static String hostId() {
    try {
      return Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip();
    } catch (IOException e) {
      return ""; // not Linux
    }
  }

  private static Error unusable(@Nullable ProcessManager manager, Throwable cause) {
    String message;
    if (manager == null) {
      message =
          "this process cannot become a rank of the job that its environment speaks of: "
              + cause.getMessage();
    } else if (cause instanceof IOException) {
      message =
          layout(manager).ranksOf(manager.rank())
              + " cannot start by "
              + manager.name()
              + ": "
              + cause.getMessage();
    } else {
      JobLayout layout = layout(manager);
      Frame.Abort abort = FailureMessages.unusable(layout, cause);
      message = abort.message() + (abort.stack().isEmpty() ? "" : "\n" + abort.stack());
    }
    say(message);
    abort(manager, 1, message);
    Runtime.getRuntime().halt(1);
    throw new AssertionError("halted", cause);
  }

  private static JobLayout layout(ProcessManager manager) {
    return JobLayout.even(manager.jobId(), manager.ranks(), manager.size(), manager.rank());
  }

  private LocalJob begin() throws IOException {
    LifeLine lives = LifeLine.of(manager, wireUp, this);
    line = lives;
    List<String> hosts = wireUp.hosts();
    LocalJob job =
        LocalJob.start(
            layout,
            wireUp,
            wireUp.oneHost()
                ? JvmLocation.of(layout.jvm())
                : JvmLocation.onHost(hosts.get(layout.jvm())),
            ManagedRank::say,
            thread -> {});
    job.onAbort(
        (by, status, cause) -> {
          if (cause instanceof ProcessFailedException) {
            awaitLoss(); // the rank that has ended is named there, and not by those that have lost
            // a connection
          }
          fail(FailureMessages.abort(by, status, cause), lives);
        });
    Thread.setDefaultUncaughtExceptionHandler(
        uncaught(job, Thread.getDefaultUncaughtExceptionHandler()));
    Runtime.getRuntime().addShutdownHook(new Thread(() -> end(job, lives), "ronsel-end"));
    return job;
  }

  /** A thread of the program that fails fails its rank. */
  private Thread.UncaughtExceptionHandler uncaught(
      LocalJob job, Thread.@Nullable UncaughtExceptionHandler before) {
    return (thread, failure) -> {
      try {
        if (before != null) {
          before.uncaughtException(thread, failure);
        }
      } finally {
        if (!(failure instanceof JobAbortedException)) {
          job.abort(rankOfThread(), 1, failure);
        }
      }
    };
  }

  private int rankOfThread() {
    RankIdentity identity = layout.localRanks() == 1 ? null : RankIdentity.ofThread();
    return identity == null ? layout.firstLocalRank() : identity.rank();
  }

  private void awaitLoss() {
    try {
      var _ = loss.await(WORD_MS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** A rank of this JVM has failed the job. */
  private void fail(Frame.Abort abort, LifeLine lives) {
    if (!over.compareAndSet(false, true)) {
      return;
    }
    try {
      say(abort.message() + (abort.stack().isEmpty() ? "" : "\n" + abort.stack()));
    } finally { // the stream may be one of the program, and throw
      lives.fail();
      int status = ExitStatus.ofFailure(abort.status());
      abort(manager, status, abort.message());
      leave(status);
    }
  }

  @Override
  public void lost(int lost, boolean said) {
    boolean first = over.compareAndSet(false, true);
    loss.countDown();
    if (!first) {
      return;
    }
    String its = "the JVM of " + layout.ranksOf(lost) + " (on " + wireUp.hosts().get(lost) + ")";
    if (!said && layout.jvm() <= 1) {
      say(its + " has ended before its rank had, or cannot be reached any more");
    } else if (manager.hasOwnLog()) {
      say(its + " says that the job has failed; look at what it has printed");
    }
    LifeLine lives = line;
    if (lives != null) {
      lives.fail();
    }
    abort(manager, 1, layout.ranksOf(lost) + " is lost");
    leave(1);
  }

  @Override
  public void look() {
    if (manager.isLost() && over.compareAndSet(false, true)) {
      say(layout.ranksOf(layout.jvm()) + " ends: " + manager.name() + " is gone");
      Runtime.getRuntime().halt(1);
    }
  }

  private static void abort(@Nullable ProcessManager manager, int status, String message) {
    if (manager == null) {
      return;
    }
    try {
      manager.abort(status, message);
    } catch (IOException e) {
      return; // it is gone, or about to end this process
    }
  }

  /** Shutdown hooks of the program are run if they are quick. */
  private void leave(int status) {
    Thread exit =
        Thread.ofPlatform().daemon().name("ronsel-exit").unstarted(() -> System.exit(status));
    exiting = exit;
    exit.start();
    Thread.ofPlatform()
        .daemon()
        .name("ronsel-halt")
        .start(
            () -> {
              try {
                exit.join(LauncherOrders.GRACE_MS);
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
              Runtime.getRuntime().halt(status);
            });
  }

  /**
   * Whether the JVM ends as {@link #leave} says. Otherwise it was about to end when the job failed:
   * the thread of {@code leave} waits for the lock that whoever ends the JVM has.
   */
  private boolean isExitOfFailure() {
    Thread exit = exiting;
    while (exit != null && (exit.getState() == NEW || exit.getState() == RUNNABLE)) {
      Thread.onSpinWait(); // until it waits for that lock, or for this hook
    }
    return exit != null && exit.getState() != BLOCKED;
  }

  /** The JVM ends: the rank does, unless the job has failed. */
  private void end(LocalJob job, LifeLine lives) {
    if (over.get()) {
      if (!isExitOfFailure()) {
        awaitHalt();
      }
      return;
    }
    if (isEndedBySignal()) {
      if (over.compareAndSet(false, true)) {
        lives.fail();
        abort(manager, 1, layout.ranksOf(layout.jvm()) + " was ended by a signal");
      }
      return;
    }
    try {
      job.otherThreads(() -> false); // those that are left wait for the end of the JVM
      for (int i = 0; i < layout.localRanks(); i++) {
        job.finishRank(layout.firstLocalRank() + i);
        job.endRank(layout.firstLocalRank() + i);
      }
      manager.fence(true);
      if (!over.compareAndSet(false, true)) {
        awaitHalt();
        return;
      }
      lives.close();
      job.allEnded();
      if (Observation.CHECK) {
        job.leaks().forEach(ManagedRank::say);
      }
      manager.finish();
    } catch (IOException e) {
      if (over.compareAndSet(false, true)) {
        say(
            layout.ranksOf(layout.jvm())
                + " cannot end by "
                + manager.name()
                + ": "
                + e.getMessage());
        lives.fail();
        Runtime.getRuntime().halt(1);
      }
      awaitHalt();
    } catch (RuntimeException | Error e) {
      job.abort(layout.firstLocalRank(), 1, e);
      awaitHalt();
    }
  }

  /**
   * Another thread has found that the job has failed, and halts this JVM with a status that says
   * so. If the JVM's end went on here its status would be that of a success.
   */
  private static void awaitHalt() {
    try {
      Thread.sleep(4 * LauncherOrders.GRACE_MS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The JVM has a thread for that. */
  private static boolean isEndedBySignal() {
    return Thread.getAllStackTraces().values().stream()
        .flatMap(Arrays::stream)
        .anyMatch(frame -> frame.getClassName().startsWith("java.lang.Terminator"));
  }

  private static void say(String message) {
    PrintStream to = System.err;
    to.println("ronsel: " + message);
    to.flush();
  }
}
