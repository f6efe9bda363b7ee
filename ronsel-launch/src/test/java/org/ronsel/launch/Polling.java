package org.ronsel.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Waits for conditions of the system (processes, files, namespaces), which tells nobody, or lets
 * time pass.
 */
public final class Polling {
  private static final long EVERY_MS = 10;

  /** A condition. */
  public interface Condition {
    /** Whether it holds now. */
    boolean holds() throws Exception;
  }

  /** Something that may not be there yet. */
  public interface Search<T> {
    /** What is there now. */
    Optional<T> find() throws Exception;
  }

  private Polling() {}

  /** Looks until the condition holds; fails when that takes longer than any step does. */
  public static void until(Condition condition) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(Job.DEADLINE_S);
    while (!condition.holds()) {
      assertThat(System.nanoTime() - end).isNegative();
      TimeUnit.MILLISECONDS.sleep(EVERY_MS);
    }
  }

  /**
   * Looks until something is there; fails when that takes longer than any step does.
   *
   * @param what is waited for, as in {@code JVM 1 starts}
   */
  public static <T> T untilPresent(String what, Search<T> search) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(Job.DEADLINE_S);
    Optional<T> found = search.find();
    while (found.isEmpty()) {
      assertThat(System.nanoTime() - end).as(what).isNegative();
      TimeUnit.MILLISECONDS.sleep(EVERY_MS);
      found = search.find();
    }
    return found.get();
  }

  /** Lets time pass in which others go on, where there is no condition to wait for. */
  public static void linger(Duration time) throws InterruptedException {
    TimeUnit.NANOSECONDS.sleep(time.toNanos());
  }
}
