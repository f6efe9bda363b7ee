package org.ronsel.launch.spi;

/** Starts threads that do not keep the process from ending. */
public final class DaemonThread {
  private DaemonThread() {}

  /**
   * Starts a daemon platform thread named {@code ronsel-} and {@code what}.
   *
   * @throws OutOfMemoryError if the system gives no thread
   */
  public static Thread start(String what, Runnable body) {
    return Thread.ofPlatform().daemon().name("ronsel-" + what).start(body);
  }
}
