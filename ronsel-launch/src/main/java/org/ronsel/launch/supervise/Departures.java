package org.ronsel.launch.supervise;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ronsel.launch.connection.RemoteJvm;
import org.ronsel.launch.jvm.Event;
import org.ronsel.launch.jvm.JvmProcess;
import org.ronsel.launch.jvm.Launcher;

/**
 * Keeps a report back while a JVM of the job is on its way out, since that is what explains it: a
 * rank that finds the memory of a peer gone fails, whatever it makes of that, and often says so
 * before the system tells the launcher that the peer's JVM has been killed. Belongs to the
 * supervisor's thread.
 */
final class Departures {
  /** How long a process may take from the first sign of its end to the end. */
  private static final Duration END_WITHIN = Duration.ofSeconds(10);

  /** Of a question whose answer no report waits for. */
  private static final int NOBODY = -1;

  private final List<JvmProcess> jvms;
  private final List<Launcher> launchers;
  private final Deadlines deadlines;
  private @Nullable Runnable held;
  private @Nullable JvmProcess reporter;

  /** Answers of other hosts that are awaited. */
  private int unanswered;

  private int ticket;

  Departures(List<JvmProcess> jvms, List<Launcher> launchers, Deadlines deadlines) {
    this.jvms = jvms;
    this.launchers = launchers;
    this.deadlines = deadlines;
  }

  /**
   * Makes a report, at once if all JVMs of the job live. Otherwise the end of the one that does not
   * is waited for, which is reported by itself; this report is made if that explains nothing, or
   * does not come. Of several only the first one counts.
   *
   * @param reporter whose own end explains nothing, since it has said why it ends; or null
   */
  void afterEnds(@Nullable JvmProcess reporter, Runnable report) {
    if (held != null) {
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
    held = report;
    deadlines.in(END_WITHIN, this::release);
  }

  /** Has the other hosts say which of their JVMs are on their way out; nothing waits for it. */
  void ask() {
    launchers.forEach(launcher -> launcher.askLeaving(NOBODY));
  }

  /** Another host has answered which of its JVMs are on their way out. */
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

  /** The end of a JVM has been handled. */
  void ended() {
    if (held != null && unanswered <= 0 && jvms.stream().noneMatch(JvmProcess::isLeaving)) {
      release();
    }
  }

  private void release() {
    Runnable report = held;
    held = null;
    if (report != null) {
      report.run();
    }
  }
}
