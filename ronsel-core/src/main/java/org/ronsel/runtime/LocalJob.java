package org.ronsel.runtime;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The ranks of a job that live in this JVM: their engines, transports and world communicators. */
public final class LocalJob implements AutoCloseable {
  /** Told when a rank of this JVM aborts the job. */
  @FunctionalInterface
  public interface AbortListener {
    /** Called once, on the thread that aborts, after the local ranks have been failed. */
    void aborted(int rank, int status, Throwable cause);
  }

  /** Wires up this JVM's part of a job; collective over its JVMs. */
  public static LocalJob start(JobLayout layout, WireUp wireUp) {
    throw new UnsupportedOperationException();
  }

  /** Where the ranks are. */
  public JobLayout layout() {
    throw new UnsupportedOperationException();
  }

  /** The context of a rank that lives in this JVM. */
  public RankContext rank(int rank) {
    throw new UnsupportedOperationException();
  }

  /** Names the listener that is told of the first abort. */
  public void onAbort(AbortListener listener) {
    throw new UnsupportedOperationException();
  }

  /**
   * Fails every local rank: all waits, present and future, throw {@code JobAbortedException}. Later
   * calls are ignored.
   */
  public void abort(int rank, int status, @Nullable Throwable cause) {
    throw new UnsupportedOperationException();
  }

  /**
   * Completes the outstanding sends of a rank whose main has returned: blocks until they are
   * matched or the job aborts.
   */
  public void finishRank(int rank) {
    throw new UnsupportedOperationException();
  }

  /** What the local ranks wait for right now; a snapshot, taken without stopping them. */
  public List<WaitReport> waits() {
    throw new UnsupportedOperationException();
  }

  /**
   * Messages and bytes that the local ranks have completed so far; unchanged while all are stuck.
   */
  public long progressCount() {
    throw new UnsupportedOperationException();
  }

  /** Releases the transports of this JVM. */
  @Override
  public void close() {}
}
