package org.ronsel.engine;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import org.ronsel.engine.message.Peer;
import org.ronsel.engine.message.SendOperation;
import org.ronsel.stress.StressRank;
import org.ronsel.transport.Capabilities;
import org.ronsel.transport.Envelope;
import org.ronsel.transport.Link;
import org.ronsel.transport.RecordDescriptor;
import org.ronsel.transport.RecordView;
import org.ronsel.transport.RecordWriter;

/**
 * Creates the environment of stress tests: an engine without transports, and sends that go nowhere.
 */
public final class StressEngine {
  private static final int SLOT_WORDS = RecordDescriptor.ALIGNMENT / Long.BYTES;

  private StressEngine() {}

  /** An engine whose waits park at once. */
  public static Engine parking() {
    return StressRank.engine(0, new EngineOptions(64, 1 << 20, 1 << 20, 0, 0, 1));
  }

  /** A send of an engine, which has not been started. */
  public static SendOperation send(Engine engine) {
    return new SendOperation(engine, engine.outbound);
  }

  /** Announces a message of an array to a rank of the same heap. */
  public static void announce(SendOperation send, byte[] base) {
    int header = Envelope.header(Envelope.RENDEZVOUS, 1, 0);
    send.prepare(0, 0, header, base, 0, base.length);
    send.peer = new Peer(1, new Nowhere());
  }

  /** A message of rank 1 that has no data. */
  static RecordView emptyMessage(int tag) {
    MemorySegment memory = MemorySegment.ofArray(new long[SLOT_WORDS]);
    new Writer(memory).envelope(Envelope.header(Envelope.EAGER, 1, 0), 0, tag, 0, 0);
    RecordView record = new RecordView(memory);
    record.wrap(0);
    return record;
  }

  private static final class Writer extends RecordWriter {
    Writer(MemorySegment memory) {
      super(memory, 1);
      wrap(0, 0);
    }

    @Override
    public void commit() {
      // The owner of the memory reads it there.
    }

    @Override
    public void abort() {
      // The memory is garbage.
    }
  }

  private static final class Nowhere implements Link {
    @Override
    public int peer() {
      return 1;
    }

    @Override
    public Capabilities capabilities() {
      return new Capabilities(
          0, Capabilities.Memory.HEAP, Capabilities.RemoteOperations.NONE, false);
    }

    @Override
    public boolean eagerOpen() {
      return true;
    }

    @Override
    public @Nullable RecordWriter claim(int payloadBytes) {
      return null;
    }

    @Override
    public void ringDoorbell() {
      // There is no peer.
    }
  }
}
