package org.ronsel.engine.message;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Peers by endpoint: an open-addressing table that grows with the peers met. Under the engine's
 * lock.
 */
public final class PeerTable {
  private @Nullable Peer[] slots = new Peer[8];
  private int size;

  public @Nullable Peer get(int endpoint) {
    int mask = slots.length - 1;
    for (int i = hash(endpoint) & mask; ; i = i + 1 & mask) {
      Peer peer = slots[i];
      if (peer == null || peer.endpoint == endpoint) {
        return peer;
      }
    }
  }

  public void forEach(Consumer<Peer> visitor) {
    for (Peer peer : slots) {
      if (peer != null) {
        visitor.accept(peer);
      }
    }
  }

  public void put(Peer peer) {
    if (++size * 2 > slots.length) {
      Peer[] old = slots;
      slots = new Peer[old.length * 2];
      for (Peer each : old) {
        if (each != null) {
          insert(each);
        }
      }
    }
    insert(peer);
  }

  private void insert(Peer peer) {
    int mask = slots.length - 1;
    int i = hash(peer.endpoint) & mask;
    while (slots[i] != null) {
      i = i + 1 & mask;
    }
    slots[i] = peer;
  }

  private static int hash(int endpoint) {
    return endpoint * 0x9E3779B1 >>> 12;
  }
}
