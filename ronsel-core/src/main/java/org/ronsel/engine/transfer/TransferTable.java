package org.ronsel.engine.transfer;

import org.jspecify.annotations.Nullable;
import org.ronsel.engine.message.MatchHash;

/**
 * Inbound transfers by (source, sender's cookie); those that are under way, no others. Guarded by
 * the engine's lock.
 */
public final class TransferTable {
  private @Nullable InboundTransfer[] heads = new InboundTransfer[8];
  private int size;

  public @Nullable InboundTransfer get(int source, long cookie) {
    InboundTransfer at = heads[bucket(source, cookie)];
    while (at != null && (at.cookie != cookie || at.source != source)) {
      at = at.next;
    }
    return at;
  }

  public void add(InboundTransfer transfer) {
    if (++size > heads.length * 2) {
      InboundTransfer[] old = heads;
      heads = new InboundTransfer[old.length * 4];
      for (InboundTransfer head : old) {
        InboundTransfer at = head;
        while (at != null) {
          InboundTransfer following = at.next;
          insert(at);
          at = following;
        }
      }
    }
    insert(transfer);
  }

  private void insert(InboundTransfer transfer) {
    int bucket = bucket(transfer.source, transfer.cookie);
    transfer.next = heads[bucket];
    heads[bucket] = transfer;
  }

  public void remove(InboundTransfer transfer) {
    int bucket = bucket(transfer.source, transfer.cookie);
    InboundTransfer previous = null;
    for (InboundTransfer at = heads[bucket]; at != null; previous = at, at = at.next) {
      if (at == transfer) {
        if (previous == null) {
          heads[bucket] = at.next;
        } else {
          previous.next = at.next;
        }
        size--;
        return;
      }
    }
  }

  /** Some transfer from {@code source}; null when there is none. */
  public @Nullable InboundTransfer anyFrom(int source) {
    for (InboundTransfer head : heads) {
      for (InboundTransfer at = head; at != null; at = at.next) {
        if (at.source == source) {
          return at;
        }
      }
    }
    return null;
  }

  private int bucket(int source, long cookie) {
    return MatchHash.of(cookie, source, 0) & heads.length - 1;
  }
}
