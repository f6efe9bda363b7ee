package org.ronsel.onesided;

import java.util.Map;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;
import org.ronsel.engine.Engine;

/**
 * One-sided operations as records, for peers whose memory no transport can access, and for
 * operations that only the owner of memory may carry out. The peer's progress does so ({@link
 * MemoryServer}), under its engine's lock, and answers each record; {@code docs/wire-format.md} has
 * the fields. Data are sent in as many records as needed, of which a limited number is under way at
 * a time. Records to one peer are carried out in the order in which the operations begin. Kinds and
 * tags are in {@link OneSidedRecords}.
 */
final class RecordProtocol {
  private final Engine engine;
  private final MemoryServer server;
  private final ExpectedReplies replies = new ExpectedReplies();
  private final GhostServices services;

  /**
   * Registers the handlers of all records.
   *
   * @param exposed all exposed memory by its numbers
   * @param numbers assigns numbers, where this is a ghost; else null
   */
  RecordProtocol(Engine engine, Map<Integer, Exposure> exposed, @Nullable IntSupplier numbers) {
    this.engine = engine;
    replies.register(engine);
    services = new GhostServices(engine, replies);
    server = new MemoryServer(engine, exposed, numbers);
    server.register();
  }

  /** The server that carries out records of peers. */
  MemoryServer server() {
    return server;
  }

  /** The requests to ghosts. */
  GhostServices services() {
    return services;
  }

  /**
   * Opens memory to which records are sent.
   *
   * @param endpoint to which records are sent
   * @param owner of the memory
   */
  RecordMemory open(int endpoint, int owner, int number, long bytes) {
    return new RecordMemory(engine, replies, endpoint, owner, number, bytes);
  }
}
