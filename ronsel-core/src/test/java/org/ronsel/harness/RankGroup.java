package org.ronsel.harness;

import java.util.List;
import org.ronsel.Comm;
import org.ronsel.RonselException;
import org.ronsel.engine.Engine;
import org.ronsel.engine.Operation;
import org.ronsel.engine.Waiter;

/** Ranks that a test runs, made by some placement. */
public interface RankGroup extends AutoCloseable {
  /** The world communicators, by rank. */
  List<Comm> worlds();

  /** Completes the outstanding sends of a rank whose body has returned. */
  void finish(int rank);

  /** Ends all waits of all ranks. */
  void fail(RonselException cause);

  /** What the ranks wait for now, a line each. */
  String waits();

  /** What the ranks of engines wait for now, a line each. */
  static String waits(List<Engine> engines) {
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
  void close();

  /** Makes a group of ranks. */
  @FunctionalInterface
  interface Placement {
    RankGroup start(int ranks);
  }
}
