package org.ronsel.launch.report;

import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.ronsel.machine.ProcessLife;

/** When the steps of a job's start were over ({@code --timing}). Of the supervisor's thread. */
public final class StartTimes {
  /** What is waited for; the program and the JVMs get ready side by side. */
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

  /** Counts from the start of this process, as the system tells it, to a hundredth of a second. */
  public StartTimes() {
    Instant now = Instant.now();
    Instant begin = ProcessHandle.current().info().startInstant().orElse(now);
    // The clock may have been set back.
    Duration byClock = begin.isAfter(now) ? Duration.ZERO : Duration.between(begin, now);
    beginNs = System.nanoTime() - ProcessLife.age(byClock).toNanos();
  }

  /** A step is over; if this is said again, only now. */
  public void over(Step step) {
    overNs.put(step, System.nanoTime());
  }

  /** The same, if it has not been said before. */
  public void overFirst(Step step) {
    overNs.putIfAbsent(step, System.nanoTime());
  }

  /** A line for each step that has been, in the order of their ends. */
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
