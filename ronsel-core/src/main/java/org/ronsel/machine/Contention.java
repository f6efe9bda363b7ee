package org.ronsel.machine;

/** Whether threads have to wait for processors, as far as the system tells. */
public interface Contention {
  /** Returned where the system does not tell the number. */
  long UNKNOWN = -1;

  /**
   * How long the calling platform thread has waited for a processor although it could have run.
   *
   * @return nanoseconds since it began, or {@link #UNKNOWN}
   */
  long delayNs();

  /**
   * The number of threads of all programs that want to run now, for each 100 processors: beyond 100
   * some wait.
   *
   * @return {@link #UNKNOWN} also where this process may use some of the processors only, since
   *     others may have those that are free
   */
  long percentWanted();

  /**
   * Whether the compilers of this JVM have been busy lately, so that threads wait for processors
   * which will soon be free.
   */
  boolean isCompiling();

  /**
   * The contention as Linux reports it. Allocates nothing when it has been asked for many times,
   * takes some microseconds; for one thread at a time.
   */
  static Contention ofSystem() {
    return new LinuxContention();
  }
}
