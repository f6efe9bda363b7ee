package org.ronsel.harness;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.ronsel.Comm;
import org.ronsel.collective.selection.SelectionTable;
import org.ronsel.comm.RankState;
import org.ronsel.engine.Engine;
import org.ronsel.job.Job;
import org.ronsel.job.JobLayout;
import org.ronsel.job.SharedObjects;

/** A job of engines that a test has made itself: it has no runtime around it. */
record HarnessJob(JobLayout layout, SharedObjects shared) implements Job {
  /** The world communicator of an engine. */
  Comm world(Engine engine) {
    return new RankState(this, engine).session().world();
  }

  @Override
  public boolean oversubscribed() {
    return layout.size() > Runtime.getRuntime().availableProcessors();
  }

  @Override
  public SelectionTable algorithms() {
    return SelectionTable.current("", null);
  }

  @Override
  public Runnable bind(int rank, Runnable task) {
    throw new UnsupportedOperationException();
  }

  @Override
  public <T extends @Nullable Object> Callable<T> bind(int rank, Callable<T> task) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void abort(int rank, int status, @Nullable Throwable cause) {
    throw new UnsupportedOperationException();
  }

  @Override
  public MemorySegment allocate(long bytes) {
    return Arena.ofAuto().allocate(bytes, 128);
  }
}
