package org.ronsel.launch.supervise;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.ronsel.job.WaitReport;
import org.ronsel.job.WaitTable;
import org.ronsel.launch.console.Console;
import org.ronsel.launch.jvm.JvmProcess;
import org.ronsel.launch.plan.JobPlan;
import org.ronsel.launch.spi.Durations;
import org.ronsel.runtime.control.Frame;

/**
 * Asks the ranks what they wait for, on demand and when all have waited for a while without
 * progress, and prints the answers. Used by the supervisor's thread only.
 */
final class WaitWatch {
  private static final Duration ANSWER_WITHIN = Duration.ofSeconds(1);

  private final JobPlan plan;
  private final Console console;
  private final List<JvmProcess> jvms;
  private final Map<Integer, Frame.Progress> latest = new HashMap<>();
  private long lastProgressNs = System.nanoTime();
  private boolean stallSaid;
  private int ticket;
  private @Nullable Inquiry open;

  /** A question that not all JVMs have answered yet. */
  private static final class Inquiry {
    final int ticket;
    final String reason;
    final List<Runnable> then = new ArrayList<>();
    final Set<Integer> unanswered = new HashSet<>();
    final List<WaitReport> reports = new ArrayList<>();
    final Set<Integer> ended = new HashSet<>();

    Inquiry(int ticket, String reason) {
      this.ticket = ticket;
      this.reason = reason;
    }
  }

  WaitWatch(JobPlan plan, Console console, List<JvmProcess> jvms) {
    this.plan = plan;
    this.console = console;
    this.jvms = jvms;
  }

  /**
   * Asks all JVMs and prints what they answer within a second. If they are being asked already, the
   * answers to that are the report.
   *
   * @param then action that is run after the report
   */
  void ask(String reason, Deadlines deadlines, Runnable then) {
    if (open != null) {
      open.then.add(then);
      return;
    }
    Inquiry inquiry = new Inquiry(++ticket, reason);
    inquiry.then.add(then);
    open = inquiry;
    for (int j = 0; j < jvms.size(); j++) {
      if (!jvms.get(j).hasExited()) {
        inquiry.unanswered.add(j);
        jvms.get(j).send(new Frame.AskWaits(inquiry.ticket));
      }
    }
    deadlines.in(
        ANSWER_WITHIN,
        () -> {
          if (open == inquiry) {
            report(inquiry);
          }
        });
  }

  /** Takes the answer of a JVM. */
  void answered(int jvm, Frame.Waits answer) {
    Inquiry inquiry = open;
    if (inquiry == null || inquiry.ticket != answer.ticket() || !inquiry.unanswered.remove(jvm)) {
      return;
    }
    inquiry.reports.addAll(answer.reports());
    inquiry.ended.addAll(answer.ended());
    if (inquiry.unanswered.isEmpty()) {
      report(inquiry);
    }
  }

  /** Notes that a JVM has failed, and the others continue. */
  void gone(int jvm) {
    latest.put(jvm, new Frame.Progress(0, 0, 0));
    Inquiry inquiry = open;
    if (inquiry != null && inquiry.unanswered.remove(jvm) && inquiry.unanswered.isEmpty()) {
      report(inquiry);
    }
  }

  private void report(Inquiry inquiry) {
    open = null;
    Set<Integer> silent = new HashSet<>();
    for (int jvm : inquiry.unanswered) {
      int first = plan.firstRank()[jvm];
      for (int rank = first; rank < first + plan.ranksIn(jvm); rank++) {
        silent.add(rank);
      }
    }
    console.say(
        "what the ranks wait for ("
            + inquiry.reason
            + "):\n"
            + WaitTable.of(plan.size(), inquiry.reports, inquiry.ended, silent));
    inquiry.then.forEach(Runnable::run);
  }

  /** Takes a heartbeat, and asks the ranks if it shows that all have been stuck for too long. */
  void progressed(int jvm, Frame.Progress progress, Deadlines deadlines) {
    Frame.Progress before = latest.put(jvm, progress);
    boolean stuck = progress.live() == progress.waiting();
    boolean moved = before == null || before.count() != progress.count();
    if (moved || !stuck) {
      lastProgressNs = System.nanoTime();
      stallSaid = false;
      return;
    }
    boolean all =
        latest.size() == jvms.size()
            && latest.values().stream().allMatch(each -> each.live() == each.waiting())
            && latest.values().stream().anyMatch(each -> each.live() > 0);
    Duration stalled = Duration.ofNanos(System.nanoTime() - lastProgressNs);
    if (all && !stallSaid && stalled.compareTo(plan.options().limits().stall()) >= 0) {
      stallSaid = true;
      ask("no progress for " + Durations.seconds(stalled), deadlines, () -> {});
    }
  }
}
