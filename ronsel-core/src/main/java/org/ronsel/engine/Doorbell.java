package org.ronsel.engine;

import org.jspecify.annotations.Nullable;
import org.ronsel.engine.request.Waiting;
import org.ronsel.engine.transfer.EagerPool;
import org.ronsel.transport.LocalRank;

/**
 * How an engine is seen by its own transports before it exists, and by its peers: these ask for
 * each message, so what they read lies apart from what the engine writes.
 */
public final class Doorbell implements LocalRank {
  private @Nullable Engine engine;
  private @Nullable EagerPool pool;
  private @Nullable Waiting waiting;

  void connect(Engine target) {
    engine = target;
    pool = target.inbound.pool;
    waiting = target.waiting;
  }

  @Override
  public boolean eagerOpen() {
    EagerPool target = pool;
    return target != null && target.isOpen();
  }

  @Override
  public void ringDoorbell() {
    Waiting target = waiting;
    if (target != null) {
      target.ringDoorbell();
    }
  }

  @Override
  public boolean help() {
    Engine target = engine;
    return target != null && target.progress.pollToHelp();
  }

  /** Whether a thread of the rank is parked. */
  public boolean isParked() {
    Waiting target = waiting;
    return target != null && target.isParked();
  }
}
