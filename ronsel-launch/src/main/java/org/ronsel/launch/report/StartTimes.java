package org.ronsel.launch.report;

import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.ronsel.machine.ProcessLife;

/**
 * The times at which the steps of a job's start were over ({@code --timing}). Used by the
 * supervisor's thread only.
 */
public final class StartTimes {
  /** The steps of a start; the program and the JVMs are prepared at the same time. */
  public enum Step {
    LAUNCHER("the launcher is up, and has read the command line"),
    STARTED("JVMs of this host are started, other hosts are asked"),
    PROGRAM("the program is compiled or found"),
    FIRST_CONNECTED("the first JVM is up, and has connected"),
    CONNECTED("the last JVM is up, and has connected"),
    MET("all JVMs have met, and know each other's addresses"),
    ENDED("the program has ended on all ranks");

    private final String words;

    Step(String words) {
      this.words = words;
    }
  }

  private final long beginNs;
  private final Map<Step, Long> overNs = new EnumMap<>(Step.class);

  /**
   * Starts the time at the start of this process, which the system knows to a hundredth of a
   * second.
   */
  public StartTimes() {
    Instant now = Instant.now();
    Instant begin = ProcessHandle.current().info().startInstant().orElse(now);
    // The clock may have been set back.
    Duration byClock = begin.isAfter(now) ? Duration.ZERO : Duration.between(begin, now);
    beginNs = System.nanoTime() - ProcessLife.age(byClock).toNanos();
  }

  /** Notes that a step is over; replaces an earlier note. */
  public void over(Step step) {
    overNs.put(step, System.nanoTime());
  }

  /** Notes that a step is over, unless this was noted before. */
  public void overFirst(Step step) {
    overNs.putIfAbsent(step, System.nanoTime());
  }

  /** A line for each completed step, in the order of their ends. */
  public String table() {
    StringBuilder text = new StringBuilder("seconds from the start of the command:");
    overNs.entrySet().stream()
        .sorted(Map.Entry.comparingByValue())
        .forEach(
            each ->
                text.append(
                    String.format(
                        Locale.ROOT,
                        "%n%9.3f  %s",
                        (each.getValue() - beginNs) / (double) TimeUnit.SECONDS.toNanos(1),
                        each.getKey().words)));
    return text.toString();
  }
}
