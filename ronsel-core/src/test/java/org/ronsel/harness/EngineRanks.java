package org.ronsel.harness;

import java.util.ArrayList;
import java.util.List;
import org.ronsel.Comm;
import org.ronsel.RonselException;
import org.ronsel.engine.Engine;
import org.ronsel.engine.request.Operation;
import org.ronsel.engine.request.Waiter;

/** Ranks that have an engine and a world each, but no job that would look after them. */
abstract class EngineRanks implements RankGroup {
  final List<Engine> engines = new ArrayList<>();
  final List<Comm> worlds = new ArrayList<>();

  @Override
  public List<Comm> worlds() {
    return worlds;
  }

  /** The engine of a rank. */
  public Engine engine(int rank) {
    return engines.get(rank);
  }

  @Override
  public void finish(int rank) {
    engines.get(rank).drain();
  }

  @Override
  public void fail(RonselException cause) {
    engines.forEach(engine -> engine.fail(cause));
  }

  @Override
  public String waits() {
    StringBuilder text = new StringBuilder();
    for (Engine engine : engines) {
      for (Waiter waiter : engine.waiters()) {
        Operation operation = waiter.operation();
        text.append("rank ")
            .append(engine.rank())
            .append(" waits for ")
            .append(operation.describe())
            .append(" of peer ")
            .append(operation.awaitedPeer())
            .append(", tag ")
            .append(operation.awaitedTag())
            .append('\n');
      }
    }
    return text.toString();
  }

  @Override
  public void close() {
    // Nothing but garbage is left.
  }
}
