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
 * Notices when a JVM that has sent heartbeats sends none any more, and says so, once. It ends
 * nothing: a JVM that is stopped may be continued. Used by the supervisor's thread only.
 */
final class LifeWatch {
  /** So many looks in a row find nothing new of a JVM that is not heard of. */
  private static final int LOOKS = 10;

  /** What a JVM needs to be heard of even on a machine that does a hundred times too much. */
  private static final Duration LEAST = Duration.ofSeconds(10);

  private final JobPlan plan;
  private final Console console;
  private final List<JvmProcess> jvms;
  private final Map<Integer, Integer> looksSinceBeat = new HashMap<>();
  private final Set<Integer> said = new HashSet<>();
  private final Duration every;

  LifeWatch(JobPlan plan, Console console, List<JvmProcess> jvms, Duration heartbeat) {
    this.plan = plan;
    this.console = console;
    this.jvms = jvms;
    Duration least = Duration.ofMillis(LEAST.toMillis() / LOOKS); // dividedBy loads BigDecimal
    every = heartbeat.compareTo(least) > 0 ? heartbeat : least;
  }

  /** Looks from now on, as long as the job lasts. */
  void start(Deadlines deadlines) {
    deadlines.in(every, () -> look(deadlines));
  }

  /** Takes a heartbeat. */
  void beat(int jvm) {
    looksSinceBeat.put(jvm, 0);
  }

  /**
   * Counts looks, not time: if the launcher itself was stopped, with its JVMs, it finds a long time
   * gone by when it goes on, but has looked once.
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
