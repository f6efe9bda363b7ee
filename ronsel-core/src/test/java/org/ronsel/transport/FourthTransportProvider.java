package org.ronsel.transport;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A transport that Ronsel does not know: a {@link HostileNetwork} between parts of one JVM. Found
 * as a service on the class path; of use only where the property {@code test.fourth} names pairs of
 * JVMs, such as {@code 0-2}.
 */
public final class FourthTransportProvider implements TransportProvider {
  private static final Set<String> PAIRS = Set.of(System.getProperty("test.fourth", "").split(","));
  private static final HostileNetwork NETWORK =
      new HostileNetwork(HostileNetwork.Manners.SMALL_RECORDS);

  /** Which ranks have sent to which. */
  private static final Set<String> CONNECTED = new ConcurrentSkipListSet<>();

  /** For the service loader. */
  public FourthTransportProvider() {}

  /** Which ranks have been connected to which by this transport, in order. */
  public static String connected() {
    return String.join(" ", CONNECTED);
  }

  @Override
  public String name() {
    return "fourth";
  }

  @Override
  public int preference() {
    return 50;
  }

  @Override
  public @Nullable JvmTransport open(TransportContext context) {
    return PAIRS.contains("") ? null : new Part(context);
  }

  private static boolean connects(int jvm, int other) {
    return PAIRS.contains(jvm + "-" + other) || PAIRS.contains(other + "-" + jvm);
  }

  private static final class Part implements JvmTransport {
    private final TransportContext context;
    private final Map<Integer, Transport> ranks;
    private Map<Integer, byte[]> met = Map.of();

    Part(TransportContext context) {
      this.context = context;
      JobShape shape = context.shape();
      int jvm = context.jvm();
      ranks =
          IntStream.range(shape.firstRank(jvm), shape.firstRank(jvm + 1))
              .boxed()
              .collect(
                  Collectors.toMap(
                      rank -> rank, rank -> new Counted(rank, context.localRank(rank))));
    }

    @Override
    public byte[] address() {
      return new byte[] {(byte) context.jvm(), 42};
    }

    @Override
    public boolean meet(Map<Integer, byte[]> addresses) {
      met = addresses;
      return false;
    }

    @Override
    public boolean reaches(int jvm) {
      byte[] address = met.get(jvm);
      return address != null
          && address[0] == jvm
          && address[1] == 42
          && connects(context.jvm(), jvm);
    }

    @Override
    public Transport of(int rank) {
      return ranks.get(rank);
    }

    @Override
    public void close() {
      // Nothing but garbage is left.
    }
  }

  private static final class Counted implements Transport {
    private final int rank;
    private final Transport network;

    Counted(int rank, LocalRank self) {
      this.rank = rank;
      this.network = NETWORK.join(rank, self, rank);
    }

    @Override
    public String name() {
      return "fourth";
    }

    @Override
    public Link connect(int endpoint) {
      CONNECTED.add(rank + ">" + endpoint);
      return network.connect(endpoint);
    }

    @Override
    public int poll(Sink sink, int limit) {
      return network.poll(sink, limit);
    }

    @Override
    public long armDoorbell() {
      return network.armDoorbell();
    }

    @Override
    public void disarmDoorbell() {
      network.disarmDoorbell();
    }
  }
}
