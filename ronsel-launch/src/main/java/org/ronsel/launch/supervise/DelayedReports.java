package org.ronsel.launch.supervise;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ronsel.launch.connection.RemoteJvm;
import org.ronsel.launch.jvm.Event;
import org.ronsel.launch.jvm.JvmProcess;
import org.ronsel.launch.jvm.Launcher;

/**
 * Delays a report while a JVM of the job is about to end, since its end explains the report: a rank
 * that finds the memory of a peer gone fails in some way, and often reports it before the system
 * tells the launcher that the peer's JVM has been killed. Used by the supervisor's thread only.
 */
final class DelayedReports {
  /** Longest time from the first sign of a process's end to the end. */
  private static final Duration END_WITHIN = Duration.ofSeconds(10);

  /** The ticket of a question whose answer no report waits for. */
  private static final int NOBODY = -1;

  private final List<JvmProcess> jvms;
  private final List<Launcher> launchers;
  private final Deadlines deadlines;

  /** In the order in which they came. */
  private final List<Runnable> held = new ArrayList<>();

  private @Nullable JvmProcess reporter;

  /** Number of awaited answers of other hosts. */
  private int unanswered;

  private int ticket;

  DelayedReports(List<JvmProcess> jvms, List<Launcher> launchers, Deadlines deadlines) {
    this.jvms = jvms;
    this.launchers = launchers;
    this.deadlines = deadlines;
  }

  /**
   * Makes a report, at once if all JVMs of the job live. Otherwise it waits for the end of the one
   * that does not, which is reported separately; this report is made if that end explains nothing,
   * or does not happen. Reports that come meanwhile are made behind it: it may come to nothing.
   *
   * @param reporter JVM whose own end explains nothing, since it has given the reason; or null
   */
  void afterEnds(@Nullable JvmProcess reporter, Runnable report) {
    if (!held.isEmpty()) {
      held.add(report);
      return;
    }
    ticket++;
    unanswered = 0;
    for (Launcher launcher : launchers) {
      unanswered += launcher.askLeaving(ticket) ? 1 : 0;
    }
    if (unanswered == 0 && jvms.stream().noneMatch(jvm -> jvm != reporter && jvm.isLeaving())) {
      report.run();
      return;
    }
    this.reporter = reporter;
    held.add(report);
    deadlines.in(END_WITHIN, () -> release(report));
  }

  /** Asks the other hosts which of their JVMs are about to end; does not wait for the answers. */
  void ask() {
    launchers.forEach(launcher -> launcher.askLeaving(NOBODY));
  }

  /** Takes the answer of another host with its JVMs that are about to end. */
  void leaving(Event.Leaving answer) {
    for (int jvm : answer.jvms()) {
      if (jvms.get(jvm) instanceof RemoteJvm remote && remote != reporter) {
        remote.leaves();
      }
    }
    if (answer.ticket() == ticket) {
      unanswered--;
      ended();
    }
  }

  /** Notes that the end of a JVM has been handled. */
  void ended() {
    if (!held.isEmpty() && unanswered <= 0 && jvms.stream().noneMatch(JvmProcess::isLeaving)) {
      release();
    }
  }

  private void release() {
    List<Runnable> reports = List.copyOf(held);
    held.clear();
    reports.forEach(Runnable::run);
  }

  /** The time of a report is over, if it is still held. */
  private void release(Runnable report) {
    if (held.contains(report)) {
      release();
    }
  }
}
