package org.ronsel.engine;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;
import org.ronsel.RonselException;
import org.ronsel.transport.Envelope;
import org.ronsel.transport.RecordWriter;

/**
 * Sends the data of announced messages in fragments, in turns, as fast as the fragments come back.
 * Guarded by the engine's lock; the data are copied without it, by jobs.
 */
final class FragmentFeed {
  private final Engine engine;
  private final Outbound outbound;
  private final Backlog backlog;
  private final ArrayDeque<SendOperation> sends = new ArrayDeque<>();

  /** Makes the feed of the sends that {@code outbound} announces. */
  FragmentFeed(Engine engine, Outbound outbound, Backlog backlog) {
    this.engine = engine;
    this.outbound = outbound;
    this.backlog = backlog;
  }

  /** Whether all data are in fragments, or on their way there. */
  boolean isEmpty() {
    return sends.isEmpty();
  }

  /** The data of a send may go now. */
  void add(SendOperation send) {
    if (send.length == 0) {
      outbound.finish(send);
    } else {
      sends.add(send);
      engine.waiting.wakeOwner(send.owner);
    }
  }

  /** The peer of a send has failed: no more of its data go. */
  void remove(SendOperation send) {
    sends.remove(send);
  }

  /** The next piece of bulk data to copy into a fragment, if a fragment is free. */
  @Nullable BulkJob nextFill() {
    for (int tries = sends.size(); tries > 0; tries--) {
      SendOperation send = sends.peek();
      Peer peer = send == null ? null : send.peer;
      if (send == null || peer == null) {
        return null;
      }
      if (send.owner != null && send.owner != Thread.currentThread()) {
        sends.add(sends.poll());
        continue;
      }
      if (peer.link.fragmentBytes() == 0) {
        if (feedInline(send, peer)) {
          sends.poll();
        } else {
          sends.add(sends.poll());
        }
        continue;
      }
      int number = peer.link.reserveFragment(!send.isUnsolicited());
      if (number < 0) {
        sends.add(sends.poll());
        continue;
      }
      BulkJob job = fill(send, peer, number);
      if (send.claimed == send.length) {
        sends.poll();
      }
      return job;
    }
    return null;
  }

  private BulkJob fill(SendOperation send, Peer peer, int number) {
    BulkJob job = engine.bulk.blank(BulkJob.Kind.COPY_IN);
    job.send = send;
    job.messageOffset = send.claimed;
    job.bytes = Math.min(peer.link.fragmentBytes(), send.length - send.claimed);
    job.memory = peer.link.fragmentMemory();
    job.memoryOffset = peer.link.fragmentOffset(number);
    job.fragment = number;
    send.claimed += job.bytes;
    send.fills++;
    return job;
  }

  /** Sends data in records where a link has no fragments; true when all are handed over. */
  private boolean feedInline(SendOperation send, Peer peer) {
    boolean moved = false;
    while (send.claimed < send.length && peer.backlog.isEmpty()) {
      int bytes = (int) Math.min(peer.link.inlineLimit(), send.length - send.claimed);
      try {
        if (!offerInline(send, peer, send.base, send.offset + send.claimed, bytes)) {
          break;
        }
      } catch (RuntimeException failure) {
        voided(send, MatchErrors.bufferGone(send, failure));
        if (!peer.backlog.isEmpty() || !offerInline(send, peer, new byte[bytes], 0, bytes)) {
          break;
        }
      }
      send.claimed += bytes;
      moved = true;
    }
    if (moved) {
      peer.link.ring();
    }
    if (send.claimed == send.length) {
      outbound.finish(send);
      return true;
    }
    return false;
  }

  private static boolean offerInline(
      SendOperation send, Peer peer, Object base, long offset, int bytes) {
    RecordWriter record = peer.link.claim(bytes);
    if (record == null) {
      return false;
    }
    record.envelope(Envelope.header(Envelope.FRAGMENT, 0, 0), 0, 0, send.claimed, send.cookie);
    record.payload(base, offset);
    record.commit();
    return true;
  }

  /** The buffer of a send is gone: its data, which are sent nevertheless, are void. */
  void voided(SendOperation send, RonselException failure) {
    Peer peer = send.peer;
    if (send.error() == null && peer != null) {
      send.noteError(failure);
      backlog.control(Envelope.VOID, peer.endpoint, send.cookie);
    }
  }

  /** A fragment has been filled: tells the peer. */
  void filled(BulkJob job) {
    SendOperation send = job.send;
    Peer peer = send == null ? null : send.peer;
    if (send == null || peer == null) {
      return;
    }
    send.fills--;
    RonselException failure = send.abandoned;
    if (failure != null) {
      peer.link.releaseFragment(job.fragment);
      outbound.failWhenIdle(send, failure);
      return;
    }
    backlog.fragment(peer, send.cookie, job.messageOffset, job.fragment, (int) job.bytes);
    send.handedOver += job.bytes;
    if (send.handedOver == send.length) {
      outbound.finish(send);
    }
  }
}
