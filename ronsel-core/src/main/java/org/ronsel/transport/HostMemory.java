package org.ronsel.transport;

/**
 * Memory that ranks in different JVMs of one host read and write together, and how they wake each
 * other there; as one rank sees it. Any thread.
 */
public interface HostMemory {
  /** A thread that waits, parked, until others have written something to such memory. */
  interface Sleeper {
    /** Whether what it waits for is there. Changes nothing. */
    boolean isReady();

    /** Wakes the thread. */
    void wake();
  }

  /**
   * Lends memory of this rank's JVM. It is lent anew when all users have {@linkplain Region#close
   * given it back}, and freed with the job.
   *
   * @param zeroed how many bytes of it are zero, from the first on
   * @param users how many ranks will use it
   * @return a key by which its users {@link #borrow} it, or 0 if there is none left
   */
  long lend(long bytes, long zeroed, int users);

  /**
   * Memory that a rank of the host has lent, for one of its users; closing it gives it back.
   *
   * @param lender the rank's endpoint
   * @param key what {@link #lend} has given there; everything in it is checked
   * @throws org.ronsel.RonselException if there is no such memory
   */
  Region borrow(int lender, long key, long bytes);

  /**
   * Wakes a rank of the host that is parked, to look for itself. What it is to see has been written
   * before, by a release store at least. A rank whose process has ended needs no waking.
   */
  void wake(int endpoint);

  /**
   * Watches over a thread of this rank while it is parked. It must look once more itself after
   * this, and have {@link #wake} called by those it waits for.
   */
  void parks(Sleeper sleeper);

  /** Ends {@link #parks}. */
  void unparks(Sleeper sleeper);
}
