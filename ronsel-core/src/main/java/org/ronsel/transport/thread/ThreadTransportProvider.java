package org.ronsel.transport.thread;

import java.util.Map;
import org.ronsel.transport.JobShape;
import org.ronsel.transport.JvmTransport;
import org.ronsel.transport.TransportContext;
import org.ronsel.transport.TransportProvider;
import org.ronsel.transport.ring.Inbox;

/** Opens the {@link ThreadTransport}s of the ranks of a JVM. */
public final class ThreadTransportProvider implements TransportProvider {
  /** For the service loader. */
  public ThreadTransportProvider() {}

  @Override
  public String name() {
    return "thread";
  }

  @Override
  public int preference() {
    return 100;
  }

  @Override
  public JvmTransport open(TransportContext context) {
    return new Ranks(context);
  }

  private static final int OWN_SLOTS = 512;
  private static final int LANE_SLOTS = 1024;

  private static final class Ranks implements JvmTransport {
    private final int jvm;
    private final int first;
    private final ThreadTransport[] transports;

    Ranks(TransportContext context) {
      JobShape shape = context.shape();
      jvm = context.jvm();
      first = shape.firstRank(jvm);
      transports = new ThreadTransport[shape.firstRank(jvm + 1) - first];
      int slots = slots(transports.length);
      int own = ownRings(transports.length);
      for (int i = 0; i < transports.length; i++) {
        int rank = first + i;
        transports[i] =
            new ThreadTransport(
                rank,
                new Inbox(slots, own, OWN_SLOTS, LANE_SLOTS),
                context.localRank(rank),
                this::of);
      }
    }

    /** 64 KB for a few ranks, 8 KB for many, so that ten thousand ranks need 80 MB. */
    private static int slots(int ranks) {
      return ranks <= 64 ? 1024 : 128;
    }

    /** For the first peers that send to a rank: 96 KB each, 6 MB at most for all ranks. */
    private static int ownRings(int ranks) {
      return ranks <= 64 ? Math.min(ranks - 1, 64 / ranks) : 0;
    }

    @Override
    public byte[] address() {
      return new byte[0];
    }

    @Override
    public boolean meet(Map<Integer, byte[]> addresses) {
      return false;
    }

    @Override
    public boolean reaches(int other) {
      return other == jvm;
    }

    @Override
    public ThreadTransport of(int rank) {
      return transports[rank - first];
    }

    @Override
    public void close() {
      // Inboxes are garbage once no link refers to them.
    }
  }
}
