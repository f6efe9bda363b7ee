package org.ronsel.launch.supervise;

import java.time.Duration;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.ronsel.job.AgreementTable;
import org.ronsel.launch.console.Console;
import org.ronsel.launch.jvm.JvmProcess;
import org.ronsel.launch.plan.JobPlan;
import org.ronsel.runtime.control.Frame;

/**
 * Continues a job after failures of JVMs ({@code --on-failure=report}): the others are notified,
 * and agree here on how to continue. Used by the supervisor's thread only.
 */
final class Survivors {
  /**
   * Time in which a JVM that another one cannot reach may end by itself: mostly it has been killed,
   * and the system gives the reason.
   */
  private static final Duration END_WITHIN = Duration.ofSeconds(2);

  /**
   * Number of times that this time is extended while the system reports that the JVM is about to
   * end.
   */
  private static final int LEAVING_TURNS = 10;

  /** Time to wait for the report, from another host, of the end of a JVM that has been killed. */
  private static final Duration HEARD_WITHIN = Duration.ofSeconds(5);

  private final JobPlan plan;
  private final Console console;
  private final List<JvmProcess> jvms;
  private final Consumer<Frame> toAll;
  private final AgreementTable agreements = new AgreementTable();
  private final BitSet failed = new BitSet();

  /** JVMs that have been killed, each with one that could not reach it. */
  private final Map<Integer, Integer> unreached = new HashMap<>();

  /** Whether all JVMs have come to where they met last. */
  private boolean haveMet;

  /**
   * Creates an object for a job without failures.
   *
   * @param toAll sends a frame to all JVMs
   */
  Survivors(JobPlan plan, Console console, List<JvmProcess> jvms, Consumer<Frame> toAll) {
    this.plan = plan;
    this.console = console;
    this.jvms = jvms;
    this.toAll = toAll;
  }

  /** Whether this JVM has failed and the others continue without it. */
  boolean hasFailed(int jvm) {
    return failed.get(jvm);
  }

  /**
   * A JVM has come to where all meet, for the first time or once more.
   *
   * @param all whether all others have come there as well; until then those who have come wait
   */
  void meet(boolean all) {
    haveMet = all;
  }

  /** Whether the job has gone on without some JVM. */
  boolean someFailed() {
    return !failed.isEmpty();
  }

  /**
   * Notifies the other JVMs of a failure, if they can continue.
   *
   * @param message about the failure, for the user
   * @return whether they continue; otherwise the job has failed
   */
  boolean goOnWithout(List<Integer> lost, String message) {
    if (!plan.options().reportFailures() || !haveMet || isNobodyLeft(lost)) {
      return false;
    }
    console.say(message);
    String why = reason(message);
    for (int jvm : lost) {
      console.say("the others go on without " + plan.ranksOf(jvm) + " (--on-failure=report)");
      failed.set(jvm);
      JvmProcess process = jvms.get(jvm);
      process.disconnected();
      process.ranksEnded(plan.ranksIn(jvm));
      toAll.accept(new Frame.JvmFailed(jvm, why));
    }
    // After the notification, so that a rank that gets an answer knows the failed ranks.
    for (int jvm : lost) {
      int first = plan.firstRank()[jvm];
      for (int rank = first; rank < first + plan.ranksIn(jvm); rank++) {
        agreements.ends(rank);
      }
    }
    return true;
  }

  /** The first line of a message, and the rest of it where that line announces it. */
  private static String reason(String message) {
    String first = message.lines().findFirst().orElse("");
    return first.endsWith(":")
        ? message.lines().map(String::strip).collect(Collectors.joining(" "))
        : first;
  }

  /** Those whose ranks have come to their end, and which may have exited, are left. */
  private boolean isNobodyLeft(List<Integer> lost) {
    for (int jvm = 0; jvm < jvms.size(); jvm++) {
      if (!plan.isGhost(jvm) && !failed.get(jvm) && !lost.contains(jvm)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Handles that a JVM cannot reach another one: the other one is ended, so that all JVMs see the
   * same state.
   */
  void unreachable(int from, Frame.Unreachable frame, Deadlines deadlines, Consumer<String> fail) {
    unreachable(from, frame, deadlines, fail, LEAVING_TURNS);
  }

  private void unreachable(
      int from, Frame.Unreachable frame, Deadlines deadlines, Consumer<String> fail, int turns) {
    int lost = frame.jvm();
    deadlines.in(
        END_WITHIN,
        () -> {
          if (turns > 0 && jvms.get(lost).isLeaving()) {
            unreachable(from, frame, deadlines, fail, turns - 1);
          } else if (isAmongUs(lost) && !hasFailed(from)) {
            String message =
                "the JVM of "
                    + plan.ranksOf(lost)
                    + " ("
                    + jvms.get(lost).words()
                    + ") cannot be reached from that of "
                    + plan.ranksOf(from)
                    + ": "
                    + frame.why();
            unreached.put(lost, from);
            end(lost, message, deadlines, fail);
          }
        });
  }

  /** Why this object has killed a JVM, as the end of a message; null if it has not. */
  @Nullable String whyKilled(int jvm) {
    Integer from = unreached.get(jvm);
    return from == null ? null : ", as that of " + plan.ranksOf(from) + " cannot reach it";
  }

  private boolean isAmongUs(int jvm) {
    return !jvms.get(jvm).hasExited() && !hasFailed(jvm);
  }

  /**
   * Kills a JVM. The others are notified only when it has ended, since it must no longer use the
   * resources that they reclaim; or after a long time, if its host does not report.
   */
  private void end(int jvm, String why, Deadlines deadlines, Consumer<String> fail) {
    console.say(why + "; it is killed");
    jvms.get(jvm).kill();
    deadlines.in(
        HEARD_WITHIN,
        () -> {
          if (isAmongUs(jvm) && !goOnWithout(List.of(jvm), why)) {
            fail.accept(why);
          }
        });
  }

  /**
   * Takes the answer of a rank.
   *
   * @return false if it is invalid
   */
  boolean agree(int jvm, Frame.Agree frame) {
    if (!plan.holds(jvm, frame.rank()) || !areMembers(frame)) {
      return false;
    }
    JvmProcess from = jvms.get(jvm);
    agreements.agree(
        frame.rank(),
        frame.key(),
        frame.bits(),
        frame.largest(),
        decision -> from.send(new Frame.Agreed(frame.rank(), frame.key(), decision)));
    return true;
  }

  private boolean areMembers(Frame.Agree frame) {
    List<Integer> members = frame.key().members();
    boolean included = false;
    for (int i = 0; i < members.size(); i += 2) {
      int first = members.get(i);
      int length = i + 1 < members.size() ? members.get(i + 1) : 0;
      if (first < 0 || length <= 0 || first > plan.size() - length) {
        return false;
      }
      included |= first <= frame.rank() && frame.rank() < first + length;
    }
    return included;
  }

  /** Notes that a rank gives no more answers. */
  void ends(int rank) {
    agreements.ends(rank);
  }
}
