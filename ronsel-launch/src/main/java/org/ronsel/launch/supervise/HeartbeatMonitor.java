package org.ronsel.launch.supervise;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.ronsel.launch.console.Console;
import org.ronsel.launch.jvm.JvmProcess;
import org.ronsel.launch.plan.JobPlan;
import org.ronsel.launch.spi.Durations;

/**
 * Detects that a JVM that has sent heartbeats has stopped sending them, and reports it once. It
 * ends nothing: a JVM that is stopped may be continued. Used by the supervisor's thread only.
 */
final class HeartbeatMonitor {
  /** Number of checks in a row without a heartbeat after which a JVM is reported. */
  private static final int LOOKS = 10;

  /**
   * Shortest silence before a report; even a JVM on a machine with a hundred times too much load
   * sends a heartbeat within it.
   */
  private static final Duration LEAST = Duration.ofSeconds(10);

  private final JobPlan plan;
  private final Console console;
  private final List<JvmProcess> jvms;
  private final Map<Integer, Integer> looksSinceBeat = new HashMap<>();
  private final Set<Integer> said = new HashSet<>();
  private final Duration every;

  HeartbeatMonitor(JobPlan plan, Console console, List<JvmProcess> jvms, Duration heartbeat) {
    this.plan = plan;
    this.console = console;
    this.jvms = jvms;
    Duration least = Duration.ofMillis(LEAST.toMillis() / LOOKS); // dividedBy loads BigDecimal
    every = heartbeat.compareTo(least) > 0 ? heartbeat : least;
  }

  /** Starts the checks, which go on as long as the job lasts. */
  void start(Deadlines deadlines) {
    deadlines.in(every, () -> look(deadlines));
  }

  /** Takes a heartbeat. */
  void beat(int jvm) {
    looksSinceBeat.put(jvm, 0);
  }

  /**
   * Checks for heartbeats. Checks are counted, not time: if the launcher itself was stopped, with
   * its JVMs, a long time has passed when it continues, but only one check.
   */
  private void look(Deadlines deadlines) {
    start(deadlines);
    looksSinceBeat.replaceAll((jvm, looks) -> looks + 1);
    looksSinceBeat.forEach(
        (jvm, looks) -> {
          if (looks >= LOOKS && !jvms.get(jvm).hasExited() && said.add(jvm)) {
            say(jvm, every.multipliedBy(looks));
          }
        });
  }

  private void say(int jvm, Duration silence) {
    console.say(
        "the JVM of "
            + plan.ranksOf(jvm)
            + " ("
            + jvms.get(jvm).words()
            + ") has sent no heartbeat for "
            + Durations.seconds(silence)
            + ": its heap may be so full that it does nothing but collect garbage (-J-Xlog:gc shows"
            + " that, -J-Xmx4g or the like gives it more), or it is stopped (kill -CONT "
            + jvms.get(jvm).pid()
            + " continues it), or the machine has no time for it");
  }
}
