package org.ronsel;

import org.ronsel.engine.Engine;
import org.ronsel.runtime.JobLayout;
import org.ronsel.runtime.SharedObjects;

/** Makes world communicators for engines that a test has put together itself. */
public final class Worlds {
  private Worlds() {}

  /** The world of a rank whose peers, to its knowledge, live as {@code layout} says. */
  public static Comm of(Engine engine, JobLayout layout, SharedObjects shared) {
    return new Comm(
        new RankState(engine, layout, shared),
        Group.range(0, layout.size()),
        engine.rank(),
        ContextIds.WORLD,
        "world");
  }
}
