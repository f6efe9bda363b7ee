package org.ronsel.harness;

import java.util.List;
import org.ronsel.Comm;
import org.ronsel.RonselException;

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

  @Override
  void close();

  /** Makes a group of ranks. */
  @FunctionalInterface
  interface Placement {
    RankGroup start(int ranks);
  }
}
