package org.ronsel.onesided;

import java.util.Map;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;
import org.ronsel.engine.Engine;

/**
 * One-sided operations as records, for peers whose memory no transport can touch, and for what only
 * the owner of memory may do. The peer's progress does them ({@link MemoryServer}), under its
 * engine's lock, and answers each record; {@code docs/wire-format.md} has the fields. Data go in as
 * many records as they need, of which a limited number is on the way at a time. Records to one peer
 * are carried out in the order in which the operations begin. Kinds and tags are in {@link
 * OneSidedRecords}.
 */
final class RecordProtocol {
  private final Engine engine;
  private final MemoryServer server;
  private final ExpectedReplies replies = new ExpectedReplies();
  private final GhostServices services;

  /**
   * Registers the handlers of all records.
   *
   * @param exposed all memory by its numbers
   * @param numbers gives numbers, where this is a ghost; else null
   */
  RecordProtocol(Engine engine, Map<Integer, Exposure> exposed, @Nullable IntSupplier numbers) {
    this.engine = engine;
    replies.register(engine);
    services = new GhostServices(engine, replies);
    server = new MemoryServer(engine, exposed, numbers);
    server.register();
  }

  /** What carries out records of peers. */
  MemoryServer server() {
    return server;
  }

  /** What ghosts are asked. */
  GhostServices services() {
    return services;
  }

  /**
   * Memory as records are sent about it.
   *
   * @param endpoint to which they are sent
   * @param owner of the memory
   */
  RecordMemory open(int endpoint, int owner, int number, long bytes) {
    return new RecordMemory(engine, replies, endpoint, owner, number, bytes);
  }
}
