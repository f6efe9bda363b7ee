package org.ronsel.stress;

import org.ronsel.collective.schedule.Members;
import org.ronsel.engine.Doorbell;
import org.ronsel.engine.Engine;
import org.ronsel.engine.EngineOptions;
import org.ronsel.transport.Transport;

/** One of two ranks without messages between them, which share the object under stress. */
public record StressRank(int rank) implements Members {
  /** Creates an engine without transports. */
  public static Engine engine(int rank, EngineOptions options) {
    return new Engine(
        rank,
        new Transport[0],
        peer -> {
          throw new IllegalStateException("no way to rank " + peer);
        },
        new Doorbell(),
        options);
  }

  /** An engine without transports, whose waits spin before they park. */
  public static Engine engine(int rank) {
    return engine(rank, new EngineOptions(0, 0, 0, 0, 1000, 100));
  }

  @Override
  public int size() {
    return 2;
  }

  @Override
  public int endpoint(int other) {
    return other;
  }

  @Override
  public String name() {
    return "stress";
  }
}
