package org.ronsel.transport.shm;

import org.jspecify.annotations.Nullable;
import org.ronsel.ErrorClass;
import org.ronsel.ErrorPlace;
import org.ronsel.ProcessFailedException;
import org.ronsel.RonselException;
import org.ronsel.transport.Envelope;
import org.ronsel.transport.MalformedRecordException;
import org.ronsel.transport.RecordHandler;
import org.ronsel.transport.RecordView;
import org.ronsel.transport.Sink;
import org.ronsel.transport.ring.SharedRing;

/**
 * One inbound ring of a rank: checks that records come from the rank that they name, and finds
 * fragments.
 */
final class ShmInbound implements RecordHandler {
  private final int rank;
  private final int source;
  private final SharedRing.@Nullable Consumer ring;
  private final @Nullable JvmSegment sender;
  private final RecordView.@Nullable Lender fragments;
  private @Nullable Sink sink;
  private @Nullable RuntimeException broken;

  /** Whether the receiver has been told of that. */
  private boolean reported;

  ShmInbound(
      int rank,
      int source,
      ShmHost host,
      JvmSegment own,
      long index,
      SingleCopyMeasurement measurement) {
    this.rank = rank;
    this.source = source;
    SharedRing.Consumer opened = null;
    JvmSegment from = null;
    if (!host.isRemote(source)) {
      reported = true; // it is not known which rank wrote this: none fails, nothing is read
    } else if (!own.layout.isRing(index)) {
      broken = new MalformedRecordException("inbound ring " + index);
    } else {
      try {
        from = host.segmentOf(source);
        opened = new SharedRing.Consumer(own.layout.ringMemory(own.memory, index));
      } catch (RuntimeException refused) {
        broken = refused;
      }
    }
    this.sender = from;
    this.ring = opened;
    this.fragments = from == null ? null : new PeersFragments(from, source, measurement);
  }

  int drain(Sink to, int limit) {
    SharedRing.Consumer from = ring;
    if (from == null || broken != null) {
      return reportOnce(to);
    }
    sink = to;
    try {
      return from.drain(this, limit);
    } catch (MalformedRecordException | IndexOutOfBoundsException malformed) {
      broken = malformed;
      return reportOnce(to);
    }
  }

  private int reportOnce(Sink to) {
    RuntimeException why = broken;
    if (!reported && why != null) {
      reported = true;
      to.failPeer(source, why instanceof ProcessFailedException ? why : brokenRing(why));
      return 1;
    }
    return 0;
  }

  private RonselException brokenRing(RuntimeException why) {
    return new RonselException(
        ErrorClass.INTERN,
        ErrorPlace.of(rank)
            .message("the ring from rank " + source + " is broken: " + why.getMessage()),
        why);
  }

  @Override
  public void onRecord(RecordView record) {
    Sink to = sink;
    if (to == null) {
      return;
    }
    if (record.source() != source) {
      throw new MalformedRecordException("record of rank " + record.source());
    }
    switch (record.has(ShmLink.POOLED) ? record.kind() : 0) {
      case Envelope.FRAGMENT -> pooled(record, to, record.tag(), record.context());
      case Envelope.EAGER -> pooled(record, to, record.cookie(), record.length());
      default -> to.onRecord(record);
    }
  }

  /** The data lie in the sender's pool, and stay there until they have been read. */
  private void pooled(RecordView record, Sink to, long number, long bytes) {
    JvmSegment pool = sender;
    RecordView.Lender owner = fragments;
    if (pool == null || owner == null) {
      return;
    }
    if (number < 0
        || number >= pool.layout.fragments()
        || bytes <= 0
        || bytes > pool.layout.fragmentBytes()) {
      throw new MalformedRecordException("fragment " + number + " of " + bytes + " bytes");
    }
    long offset = pool.layout.fragment(pool.local(source), (int) number);
    record.lendPayload(pool.memory, offset, (int) bytes, owner, (int) number);
    try {
      to.onRecord(record);
    } finally {
      record.returnPayload();
    }
  }
}
