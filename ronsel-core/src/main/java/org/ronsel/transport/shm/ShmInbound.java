package org.ronsel.transport.shm;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import org.ronsel.ErrorClass;
import org.ronsel.PeerFailedException;
import org.ronsel.RonselException;
import org.ronsel.transport.Envelope;
import org.ronsel.transport.RecordReader;
import org.ronsel.transport.Sink;
import org.ronsel.transport.ring.MalformedRecordException;
import org.ronsel.transport.ring.SharedRing;

/** One inbound ring of a rank: checks that records come from whom they say, and finds fragments. */
final class ShmInbound implements RecordReader {
  private final int rank;
  private final int source;
  private final SharedRing.@Nullable Consumer ring;
  private final @Nullable JvmSegment sender;
  private final Sink.@Nullable FragmentOwner owner;
  private @Nullable Sink sink;
  private @Nullable RuntimeException broken;

  ShmInbound(int rank, int source, ShmHost host, JvmSegment own, long offset) {
    this.rank = rank;
    this.source = source;
    SharedRing.Consumer opened = null;
    JvmSegment from = null;
    if (!host.isRemote(source)) {
      reported = true; // it is not known who wrote this: nobody fails, nothing is read
    } else if (!own.layout.isRing(offset)) {
      broken = new MalformedRecordException("inbound ring at " + offset);
    } else {
      try {
        from = host.segmentOf(source);
        opened = new SharedRing.Consumer(own.layout.ringMemory(own.memory, offset));
      } catch (RuntimeException refused) {
        broken = refused;
      }
    }
    this.sender = from;
    this.ring = opened;
    this.owner = from == null ? null : FragmentPool.remote(from, source);
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

  private boolean reported;

  private int reportOnce(Sink to) {
    RuntimeException why = broken;
    if (!reported && why != null) {
      reported = true;
      to.failPeer(source, why instanceof PeerFailedException ? why : brokenRing(why));
      return 1;
    }
    return 0;
  }

  private RonselException brokenRing(RuntimeException why) {
    return new RonselException(
        ErrorClass.INTERN,
        "rank " + rank + ": the ring from rank " + source + " is broken: " + why.getMessage(),
        why);
  }

  @Override
  public void record(
      int header,
      long context,
      int from,
      int tag,
      long length,
      long cookie,
      MemorySegment payload,
      long payloadOffset,
      int inlineBytes,
      @Nullable Object attachment) {
    Sink to = sink;
    JvmSegment pool = sender;
    Sink.FragmentOwner fragments = owner;
    if (to == null || pool == null || fragments == null) {
      return;
    }
    if (from != source) {
      throw new MalformedRecordException("record of rank " + from);
    }
    if (Envelope.version(header) == Envelope.VERSION
        && Envelope.kind(header) == Envelope.FRAGMENT
        && (Envelope.flags(header) & ShmLink.POOLED) != 0) {
      if (tag < 0
          || tag >= pool.layout.fragments()
          || context <= 0
          || context > pool.layout.fragmentBytes()) {
        throw new MalformedRecordException("fragment " + tag + " of " + context + " bytes");
      }
      to.fragment(
          source,
          cookie,
          length,
          (int) context,
          pool.memory,
          pool.layout.fragment(pool.local(source), tag),
          fragments,
          tag);
      return;
    }
    to.record(
        header, context, source, tag, length, cookie, payload, payloadOffset, inlineBytes, null);
  }
}
