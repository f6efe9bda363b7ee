package org.ronsel.engine;

import org.jspecify.annotations.Nullable;
import org.ronsel.stress.StressRank;
import org.ronsel.transport.Envelope;
import org.ronsel.transport.Link;

/** Makes the surroundings of what is stressed: an engine without transports, sends to nowhere. */
final class StressEngine {
  private StressEngine() {}

  /** An engine whose waits park at once. */
  static Engine parking() {
    return StressRank.engine(0, new EngineOptions(64, 1 << 20, 1 << 20, 0, 0, 1));
  }

  /** Announces a message of an array to a rank of the same heap. */
  static void announce(SendOperation send, byte[] base) {
    int header = Envelope.header(Envelope.RENDEZVOUS, 1, 0);
    send.prepare(new Peer(1, new Nowhere()), 0, 0, header, base, 0, base.length);
  }

  private static final class Nowhere implements Link {
    @Override
    public int peer() {
      return 1;
    }

    @Override
    public int inlineLimit() {
      return 0;
    }

    @Override
    public boolean eagerOpen() {
      return true;
    }

    @Override
    public boolean sharesHeap() {
      return true;
    }

    @Override
    public boolean offer(
        int header,
        long context,
        int tag,
        long length,
        long cookie,
        @Nullable Object base,
        long byteOffset,
        int inlineBytes,
        @Nullable Object attachment) {
      return true;
    }

    @Override
    public void ring() {
      // Nobody is there.
    }
  }
}
