package org.ronsel.engine;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.ronsel.engine.check.Checks;
import org.ronsel.engine.failure.PeerFailures;
import org.ronsel.observe.Observation;
import org.ronsel.transport.DataPlace;
import org.ronsel.transport.Envelope;
import org.ronsel.transport.MalformedRecordException;
import org.ronsel.transport.RecordHandler;
import org.ronsel.transport.RecordView;
import org.ronsel.transport.Sink;

/**
 * The table of handlers for the records that an engine's transports bring, by {@linkplain
 * RecordView#kind kind}. Each layer registers those of its kinds; {@code docs/wire-format.md} lists
 * them. An invalid record, or one of a kind without a handler, fails its sender, and records of a
 * sender that has failed are dropped. Guarded by the engine's lock.
 */
public final class RecordHandlers implements Sink {
  private static final int KINDS = 256;

  private final Peers peers;
  private final PeerFailures failures;
  private @Nullable RecordHandler[] others = new RecordHandler[Envelope.FIRST_ONE_SIDED_KIND];

  // The kinds of messages have call sites of their own, at each of which the compiler sees a single
  // class: such a call is inlined, while one through the table is not.
  private RecordHandler eager = RecordHandlers::unknown;
  private RecordHandler rendezvous = RecordHandlers::unknown;

  /** Says where data that arrive in fragments belong; set before any can come. */
  private @Nullable InboundTransfers transfers;

  RecordHandlers(Peers peers, PeerFailures failures) {
    this.peers = peers;
    this.failures = failures;
  }

  /** Registers the kinds of the engine itself: one line for each. */
  void registerOwn(Engine engine) {
    register(Envelope.EAGER, engine.inbound::eager);
    register(Envelope.RENDEZVOUS, engine.inbound::rendezvous);
    register(Envelope.CLEAR_TO_SEND, it -> engine.outbound.cleared(it.source(), it.cookie()));
    register(Envelope.FRAGMENT, engine.inbound.transfers::fragment);
    placeDataBy(engine.inbound.transfers);
    register(Envelope.DONE, it -> engine.outbound.acknowledged(it.source(), it.cookie()));
    register(Envelope.VOID, engine.inbound.transfers::voided);
    register(Envelope.CALLS, engine.callLogs()::told);
    register(Envelope.FAILED, engine.failedCalls()::told);
    register(Envelope.REVOKED, engine.revocations()::told);
    register(Envelope.ASKS, engine.endedRanks()::asked);
    register(Envelope.ENDED, it -> engine.endedRanks().ended(it.source()));
    register(Envelope.REFUSED, it -> engine.outbound.refused(it.source(), it.cookie()));
    Checks checks = engine.checks;
    if (Observation.CHECK && checks != null) {
      register(Envelope.NOTE, checks::arrived);
    }
  }

  /** Names what knows where data belong. */
  void placeDataBy(InboundTransfers transfers) {
    this.transfers = transfers;
  }

  /**
   * Registers what is done with records of a kind, before any can come.
   *
   * @param kind 1 to 255; those below {@link Envelope#FIRST_ONE_SIDED_KIND} are the engine's own
   * @throws IllegalStateException if the kind has a handler already
   */
  void register(int kind, RecordHandler handler) {
    if (kind <= 0 || kind >= KINDS) {
      throw new IllegalArgumentException("no kind of records: " + kind);
    }
    if (kind >= others.length) {
      others = Arrays.copyOf(others, kind + 1);
    }
    if (others[kind] != null) {
      throw new IllegalStateException("records of kind " + kind + " have a handler already");
    }
    others[kind] = handler;
    if (kind == Envelope.EAGER) {
      eager = handler;
    } else if (kind == Envelope.RENDEZVOUS) {
      rendezvous = handler;
    }
  }

  @Override
  public void onRecord(RecordView record) {
    if (failures.hasFailed(record.source())) {
      return;
    }
    try {
      if (record.version() != Envelope.VERSION || record.length() < 0) {
        throw outOfPlace(record);
      }
      switch (record.kind()) {
        case Envelope.EAGER -> eager.onRecord(record);
        case Envelope.RENDEZVOUS -> rendezvous.onRecord(record);
        default -> handlerOf(record.kind()).onRecord(record);
      }
    } catch (MalformedRecordException malformed) {
      peers.reject(record.source(), String.valueOf(malformed.getMessage()));
    }
  }

  private RecordHandler handlerOf(int kind) {
    RecordHandler handler = kind < others.length ? others[kind] : null;
    return handler == null ? RecordHandlers::unknown : handler;
  }

  private static void unknown(RecordView record) {
    throw new MalformedRecordException("sent record of kind " + record.kind());
  }

  private static MalformedRecordException outOfPlace(RecordView record) {
    return new MalformedRecordException(
        "sent record of version " + record.version() + ", length " + record.length());
  }

  @Override
  public boolean place(RecordView record, int bytes, DataPlace place) {
    InboundTransfers known = transfers;
    return known != null
        && record.version() == Envelope.VERSION
        && !failures.hasFailed(record.source())
        && known.place(record, bytes, place);
  }

  @Override
  public void placed(DataPlace place, int bytes, int all) {
    InboundTransfers known = transfers;
    if (known != null) {
      known.placed(place, bytes, all);
    }
  }

  @Override
  public void failPeer(int endpoint, Throwable cause) {
    failures.fail(endpoint, cause);
  }
}
