package org.ronsel.onesided;

import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;
import org.ronsel.RonselException;
import org.ronsel.engine.Engine;
import org.ronsel.engine.MemoryRegistration;
import org.ronsel.transport.AtomicWords;
import org.ronsel.transport.MalformedRecordException;
import org.ronsel.transport.RecordView;

/** The ranks whose memory this ghost serves; under its engine's lock. */
final class GhostClients {
  /** Most memories that a ghost serves for a rank. */
  private static final int MOST_MEMORIES = 1 << 16;

  private final Engine engine;
  private final MemoryRegistration memories;
  private final Map<Integer, Exposure> exposed;
  private final @Nullable IntSupplier numbers;
  private final Replies replies;
  private final Map<Integer, Client> clients = new HashMap<>();

  /** Fraction of the last operations that must have found the owner in a call. */
  private static final double MOSTLY = 0.9;

  /** Approximate number of operations over which the average is taken. */
  private static final int RECENT = 16;

  private static final class Client {
    private @Nullable AccumulateGate gate;
    private @Nullable OwnerPresence presence;
    private double present;
    private int memories;
  }

  /**
   * Creates a table without clients.
   *
   * @param exposed gets the memory that is served
   * @param numbers assigns numbers to it; null where this is not a ghost
   */
  GhostClients(Engine engine, Map<Integer, Exposure> exposed, @Nullable IntSupplier numbers) {
    this.engine = engine;
    this.memories = new MemoryRegistration(engine);
    this.exposed = exposed;
    this.numbers = numbers;
    this.replies = new Replies(engine);
  }

  void register() {
    engine.activeMessages().handle(OneSidedRecords.SERVE, this::serve);
    engine.activeMessages().handle(OneSidedRecords.SERVICE_OVER, this::serviceOver);
    engine.activeMessages().handle(OneSidedRecords.GATE, this::gate);
  }

  private void serve(RecordView record) {
    RemoteKey key = RemoteKey.decode(record.copyOfPayload());
    IntSupplier named = numbers;
    if (named == null || key == null) {
      throw new MalformedRecordException("asked for the service of one that is no ghost");
    }
    Client client = clients.computeIfAbsent(record.source(), source -> new Client());
    MemorySegment seen = seen(record.source(), key);
    if (seen == null || client.memories == MOST_MEMORIES) {
      replies.refuse(record, OneSidedRecords.REFUSED);
      return;
    }
    client.memories++;
    int number = named.getAsInt();
    MemorySegment served = key.readOnly() ? seen.asReadOnly() : seen;
    exposed.put(number, new Exposure(AddressSpace.of(served), record.source()));
    replies.reply(record, number, 0);
  }

  private @Nullable MemorySegment seen(int owner, RemoteKey key) {
    try {
      return memories.mapInHandler(owner, key.regions(), key.bytes());
    } catch (RonselException unknown) {
      throw new MalformedRecordException("asked for the service of memory that is not there");
    }
  }

  private void serviceOver(RecordView record) {
    int number = (int) record.cookie();
    if (!isOf(record.source(), exposed.get(number))) {
      throw new MalformedRecordException("ended the service of memory " + number);
    }
    exposed.remove(number);
    clientOf(record).memories--;
  }

  private void gate(RecordView record) {
    int number = (int) record.length();
    Exposure exposure = exposed.get(number);
    AddressSpace.Mapped mapped =
        exposure == null ? null : exposure.space().find(record.cookie(), OneSided.GATE_BYTES);
    if (!isOf(record.source(), exposure)
        || mapped == null
        || !AtomicWords.isWord(mapped.memory(), Long.BYTES, record.cookie())) {
      throw new MalformedRecordException("named a gate in memory " + number);
    }
    Client client = clientOf(record);
    MemorySegment both = mapped.memory().asSlice(record.cookie(), OneSided.GATE_BYTES);
    client.gate = new AccumulateGate(engine, both.asSlice(0, AccumulateGate.BYTES));
    client.presence = new OwnerPresence(both.asSlice(AccumulateGate.BYTES, OwnerPresence.BYTES));
    replies.reply(record, 0, 0);
  }

  private static boolean isOf(int owner, @Nullable Exposure exposure) {
    return exposure != null && exposure.owner() == owner;
  }

  private Client clientOf(RecordView record) {
    Client client = clients.get(record.source());
    if (client == null) {
      throw new MalformedRecordException("has asked for no service");
    }
    return client;
  }

  /**
   * Checks whether the owner of memory that is operated on waits in a call.
   *
   * @return {@link OneSidedRecords#OWNER_WAITS} if it mostly does, else 0; for the answer
   */
  int presenceOf(int owner) {
    Client client = clients.get(owner);
    OwnerPresence shown = client == null ? null : client.presence;
    if (client == null || shown == null) {
      return 0;
    }
    client.present += ((shown.isSeen() ? 1 : 0) - client.present) / RECENT;
    return client.present > MOSTLY ? OneSidedRecords.OWNER_WAITS : 0;
  }

  /** The gate of the memory of a rank. */
  AccumulateGate gateOf(int owner) {
    Client client = clients.get(owner);
    AccumulateGate named = client == null ? null : client.gate;
    if (named == null) {
      throw new MalformedRecordException("operated on memory whose rank has named no gate");
    }
    return named;
  }
}
