package org.ronsel.harness;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Runs cases of a test side by side that do little but wait, each with ranks of its own. */
public final class AtOnce {
  private static final int THREADS = 4;

  private AtOnce() {}

  /** What is done with a case. */
  @FunctionalInterface
  public interface Body<T> {
    void run(T each) throws Exception;
  }

  /** Runs all cases to their end; an error names each that failed. */
  public static <T> void forEach(Collection<T> cases, Body<T> body) throws InterruptedException {
    Map<T, Future<?>> runs = new LinkedHashMap<>();
    AssertionError failure = null;
    try (ExecutorService pool = Executors.newFixedThreadPool(THREADS)) {
      for (T each : cases) {
        runs.put(
            each,
            pool.submit(
                () -> {
                  body.run(each);
                  return null;
                }));
      }
      for (Map.Entry<T, Future<?>> run : runs.entrySet()) {
        try {
          run.getValue().get();
        } catch (ExecutionException e) {
          Throwable cause = e.getCause();
          AssertionError named =
              new AssertionError(run.getKey() + ": " + cause.getMessage(), cause);
          if (failure == null) {
            failure = named;
          } else {
            failure.addSuppressed(named);
          }
        }
      }
    }
    if (failure != null) {
      throw failure;
    }
  }
}
