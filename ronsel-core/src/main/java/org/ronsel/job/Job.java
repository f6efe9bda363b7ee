package org.ronsel.job;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.ronsel.collective.selection.SelectionTable;
import org.ronsel.transport.HostMemory;

/** What the ranks of a JVM need of the job they belong to. Any thread. */
public interface Job {
  /** Where the ranks are. */
  JobLayout layout();

  /** Whether the ranks of the job outnumber the cores they run on; the same answer in all JVMs. */
  boolean oversubscribed();

  /** What the ranks of this JVM have in common. */
  SharedObjects shared();

  /** A task that runs as a rank of this JVM on whatever thread executes it. */
  Runnable bind(int rank, Runnable task);

  /** A task with a result that runs as a rank of this JVM on whatever thread executes it. */
  <T extends @Nullable Object> Callable<T> bind(int rank, Callable<T> task);

  /** Which algorithms serve collective calls where a communicator says nothing else. */
  SelectionTable algorithms();

  /** Where a rank of this JVM runs. */
  default Locality locality(int rank) {
    return Locality.of(places(), rank, null);
  }

  /** Memory that a rank of this JVM shares with the ranks of its host; null if there is none. */
  default @Nullable HostMemory hostMemory(int rank) {
    return null;
  }

  /** Where all ranks live, as far as all of them know. */
  default JobPlaces places() {
    return JobPlaces.ofOneHost(layout());
  }

  /** Where the ranks of the job agree, or null if they cannot. */
  default @Nullable Agreements agreements() {
    return null;
  }

  /** Whether a thread makes progress for the ranks of each JVM while they compute. */
  default boolean hasProgressThread() {
    return false;
  }

  /**
   * Fails every local rank: all waits, present and future, throw {@code JobAbortedException}. Later
   * calls are ignored.
   */
  void abort(int rank, int status, @Nullable Throwable cause);

  /**
   * Allocates native memory that lives until the job ends or, where the job has one JVM, as long as
   * it is reachable. Where the job has several JVMs, peers read messages from it in place.
   */
  MemorySegment allocate(long bytes);
}
