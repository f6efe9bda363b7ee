package org.ronsel.harness;

import java.util.List;
import org.ronsel.Comm;
import org.ronsel.engine.Engine;

/** Ranks that a test runs, made by some placement. */
public interface RankGroup extends AutoCloseable {
  /** The world communicators, by rank. */
  List<Comm> worlds();

  /** The engines, by rank. */
  List<Engine> engines();

  /** Completes the outstanding sends of a rank whose body has returned. */
  default void finish(int rank) {
    engines().get(rank).drain();
  }

  @Override
  void close();

  /** Makes a group of ranks. */
  @FunctionalInterface
  interface Placement {
    RankGroup start(int ranks);
  }
}
