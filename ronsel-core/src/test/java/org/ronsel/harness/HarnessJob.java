package org.ronsel.harness;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import org.ronsel.Comm;
import org.ronsel.engine.Engine;
import org.ronsel.runtime.CommFactory;
import org.ronsel.runtime.Job;
import org.ronsel.runtime.JobLayout;
import org.ronsel.runtime.RankContext;
import org.ronsel.runtime.SharedObjects;

/** A job of engines that a test has made itself: it has no runtime around it. */
record HarnessJob(JobLayout layout, SharedObjects shared) implements Job {
  /** The world communicator of an engine. */
  Comm world(Engine engine) {
    try {
      Class.forName(Comm.class.getName()); // installs the factory
    } catch (ClassNotFoundException e) {
      throw new AssertionError(e);
    }
    return (Comm) CommFactory.INSTALLED.get().world(this, engine);
  }

  @Override
  public boolean oversubscribed() {
    return layout.size() > Runtime.getRuntime().availableProcessors();
  }

  @Override
  public RankContext rank(int rank) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void abort(int rank, int status, @Nullable Throwable cause) {
    throw new UnsupportedOperationException();
  }

  @Override
  public MemorySegment allocate(long bytes) {
    throw new UnsupportedOperationException();
  }
}
