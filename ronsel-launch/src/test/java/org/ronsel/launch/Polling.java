package org.ronsel.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;

/** Waits for conditions of the system (processes, files, namespaces), which tells nobody. */
public final class Polling {
  private static final long EVERY_MS = 10;

  /** A condition. */
  public interface Condition {
    /** Whether it holds now. */
    boolean holds() throws Exception;
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
}
