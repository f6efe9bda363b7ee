package org.ronsel.job;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.ronsel.collective.selection.SelectionTable;
import org.ronsel.transport.HostMemory;

/** The part of a job that the ranks of one JVM use. Any thread. */
public interface Job {
  /** The layout of the job: the JVM of each rank. */
  JobLayout layout();

  /** Whether the ranks of the job outnumber the cores they run on; the same answer in all JVMs. */
  boolean oversubscribed();

  /** The objects that the ranks of this JVM share. */
  SharedObjects shared();

  /** A task that runs as a rank of this JVM on any thread. */
  Runnable bind(int rank, Runnable task);

  /** A task with a result that runs as a rank of this JVM on any thread. */
  <T extends @Nullable Object> Callable<T> bind(int rank, Callable<T> task);

  /** Which algorithms serve collective calls where a communicator says nothing else. */
  SelectionTable algorithms();

  /** The locality of a rank of this JVM. */
  default Locality locality(int rank) {
    return Locality.of(places(), rank, null);
  }

  /** Memory that a rank of this JVM shares with the ranks of its host; null if there is none. */
  default @Nullable HostMemory hostMemory(int rank) {
    return null;
  }

  /** The places of all ranks, as far as all of them know. */
  default JobPlaces places() {
    return JobPlaces.ofOneHost(layout());
  }

  /** The agreements of the job's ranks, or null if they cannot agree. */
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
