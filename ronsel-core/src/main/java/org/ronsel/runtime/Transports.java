package org.ronsel.runtime;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ronsel.ErrorClass;
import org.ronsel.RonselException;
import org.ronsel.machine.Setting;
import org.ronsel.transport.HostMemory;
import org.ronsel.transport.JobShape;
import org.ronsel.transport.JvmTransport;
import org.ronsel.transport.Transport;
import org.ronsel.transport.TransportContext;
import org.ronsel.transport.TransportProvider;

/**
 * The transports of one JVM of a job: found as services, introduced to those of the other JVMs, and
 * asked in the order of their preference whether they reach a peer.
 */
final class Transports implements AutoCloseable {
  private static final class Found {
    static final List<TransportProvider> ALL =
        ServiceLoader.load(TransportProvider.class, TransportProvider.class.getClassLoader())
            .stream()
            .map(ServiceLoader.Provider::get)
            // Not Comparator.comparingInt, whose comparator is a class made in each JVM.
            .sorted((one, other) -> Integer.compare(one.preference(), other.preference()))
            .toList();
  }

  /** A transport that is open. */
  private record Open(TransportProvider provider, JvmTransport transport) {
    String name() {
      return provider.name();
    }
  }

  /** The names of all transports that are found, in the order of preference. */
  static List<String> names() {
    return Found.ALL.stream().map(TransportProvider::name).toList();
  }

  private final JobShape shape;
  private final int jvm;
  private final List<Open> open = new ArrayList<>();

  /** By JVM, the transport that reaches it; none before {@link #meet}. */
  private JvmTransport[] routes = new JvmTransport[0];

  private Transports(TransportContext context) {
    this.shape = context.shape();
    this.jvm = context.jvm();
  }

  /** Opens all that are of use to the job. */
  static Transports open(TransportContext context) {
    Transports opened = new Transports(context);
    try {
      for (TransportProvider provider : allowed()) {
        JvmTransport transport = provider.open(context);
        if (transport != null) {
          opened.open.add(new Open(provider, transport));
        }
      }
    } catch (RuntimeException refused) {
      opened.close();
      throw refused;
    }
    return opened;
  }

  /** The transports that the user allows: all, unless {@code ronsel.transports} names some. */
  private static List<TransportProvider> allowed() {
    String names = Setting.TRANSPORTS.text("");
    if (names.isEmpty()) {
      return Found.ALL;
    }
    Set<String> wanted = Set.copyOf(List.of(names.split(",", -1)));
    for (String name : wanted) {
      if (Found.ALL.stream().noneMatch(each -> each.name().equals(name))) {
        throw new RonselException(
            ErrorClass.ARGUMENT,
            "-D"
                + Setting.TRANSPORTS.property()
                + ": there is no transport '"
                + name
                + "'; there are "
                + names(Found.ALL));
      }
    }
    return Found.ALL.stream().filter(each -> wanted.contains(each.name())).toList();
  }

  /** Whether the user allows a transport that reaches other JVMs of a host without a network. */
  static boolean anyWithinHost() {
    return allowed().stream().anyMatch(TransportProvider::isWithinHost);
  }

  /** See {@link TransportProvider#sharedMemoryBound}. */
  static long sharedMemoryBound(JobShape shape) {
    return allowed().stream().mapToLong(each -> each.sharedMemoryBound(shape)).sum();
  }

  /** The data for the other JVMs: the name and the address of each transport. */
  byte[] addresses() {
    List<byte[]> parts = new ArrayList<>();
    for (Open each : open) {
      parts.add(each.name().getBytes(StandardCharsets.UTF_8));
      parts.add(each.transport.address());
    }
    ByteBuffer bytes = ByteBuffer.allocate(parts.stream().mapToInt(part -> 2 + part.length).sum());
    for (byte[] part : parts) {
      if (part.length > 0xffff) {
        throw new IllegalStateException("an address of " + part.length + " bytes");
      }
      bytes.putShort((short) part.length).put(part);
    }
    return bytes.array();
  }

  /** Reads what {@link #addresses} wrote, to the end; null if it is damaged. */
  private static @Nullable Map<String, byte[]> decode(ByteBuffer bytes) {
    Map<String, byte[]> addresses = new HashMap<>();
    while (bytes.hasRemaining()) {
      byte[] name = part(bytes);
      byte[] address = name == null ? null : part(bytes);
      if (name == null || address == null) {
        return null;
      }
      addresses.put(new String(name, StandardCharsets.UTF_8), address);
    }
    return addresses;
  }

  private static byte @Nullable [] part(ByteBuffer bytes) {
    if (bytes.remaining() < 2) {
      return null;
    }
    int length = bytes.getShort() & 0xffff;
    if (bytes.remaining() < length) {
      return null;
    }
    byte[] part = new byte[length];
    bytes.get(part);
    return part;
  }

  /**
   * Introduces the transports to those of the other JVMs, and finds the way to each.
   *
   * @param told by JVM what it gave by {@link #addresses}; empty if this JVM is the only one
   * @param onHost which JVMs are on the host of this one
   * @return whether {@link #allHaveMet} is to be called; alike on all JVMs
   */
  boolean meet(List<ByteBuffer> told, IntPredicate onHost) {
    List<Map<String, byte[]>> known = new ArrayList<>();
    for (ByteBuffer bytes : told) {
      Map<String, byte[]> addresses = decode(bytes);
      if (addresses == null) {
        throw new RonselException(
            ErrorClass.INTERN, "JVM " + known.size() + " sent damaged addresses");
      }
      known.add(addresses);
    }
    boolean again = false;
    for (Open each : open) {
      Map<Integer, byte[]> addresses = new HashMap<>();
      for (int other = 0; other < known.size(); other++) {
        byte[] address = known.get(other).get(each.name());
        if (address != null && (onHost.test(other) || !each.provider.isWithinHost())) {
          addresses.put(other, address);
        }
      }
      again |= each.transport.meet(addresses);
    }
    routes = IntStream.range(0, shape.jvms()).mapToObj(this::route).toArray(JvmTransport[]::new);
    return again;
  }

  /** Tells the transports that all JVMs have met. */
  void allHaveMet() {
    open.forEach(each -> each.transport.allHaveMet());
  }

  private JvmTransport route(int to) {
    for (Open each : open) {
      if (each.transport.reaches(to)) {
        return each.transport;
      }
    }
    List<TransportProvider> allowed = allowed();
    List<TransportProvider> forbidden =
        Found.ALL.stream().filter(each -> !allowed.contains(each)).toList();
    String why =
        forbidden.isEmpty()
            ? ""
            : "; -D" + Setting.TRANSPORTS.property() + " leaves out " + names(forbidden);
    throw new RonselException(
        forbidden.isEmpty() ? ErrorClass.INTERN : ErrorClass.ARGUMENT,
        (to == jvm
                ? "no transport is for the ranks of one JVM"
                : "no transport reaches JVM " + to + " from JVM " + jvm)
            + why);
  }

  private static String names(List<TransportProvider> providers) {
    return providers.stream().map(TransportProvider::name).collect(Collectors.joining(", "));
  }

  /**
   * The transports of a rank of this JVM that reach anyone, in the order in which it is to poll
   * them: by preference, but what reaches the rank alone comes last.
   */
  Transport[] of(int rank) {
    boolean alone = shape.firstRank(jvm + 1) - shape.firstRank(jvm) == 1;
    List<JvmTransport> used =
        open.stream()
            .map(Open::transport)
            .filter(new HashSet<>(Arrays.asList(routes))::contains)
            .toList();
    Predicate<JvmTransport> last = each -> alone && each == routes[jvm] && reachesNobodyElse(each);
    return Stream.concat(used.stream().filter(last.negate()), used.stream().filter(last))
        .map(each -> each.of(rank))
        .toArray(Transport[]::new);
  }

  private boolean reachesNobodyElse(JvmTransport transport) {
    return IntStream.range(0, routes.length)
        .allMatch(other -> other == jvm || routes[other] != transport);
  }

  /** The transports that carry the messages of a rank of this JVM, by peer. */
  IntFunction<Transport> routes(int rank) {
    return peer -> routes[shape.jvmOf(peer)].of(rank);
  }

  /**
   * Memory that a rank of this JVM shares with all ranks of its host: of the transport that reaches
   * most, since others reach parts of the host only.
   *
   * @param onHost which JVMs are on the host of this one
   */
  @Nullable HostMemory hostMemory(int rank, IntPredicate onHost) {
    IntPredicate others = onHost.and(other -> other != jvm);
    for (Open each : open) {
      HostMemory memory = each.transport.of(rank).hostMemory();
      if (memory != null
          && IntStream.range(0, shape.jvms()).filter(others).allMatch(each.transport::reaches)) {
        return memory;
      }
    }
    return null;
  }

  /** Memory that as many peers as possible can touch in place; plain native memory if none can. */
  @Nullable MemorySegment allocate(long bytes) {
    for (Open each : open.reversed()) {
      MemorySegment memory = each.transport.allocate(bytes);
      if (memory != null) {
        return memory;
      }
    }
    return null;
  }

  /** All ranks of the job have ended. */
  void allEnded() {
    open.forEach(each -> each.transport.allEnded());
  }

  @Override
  public void close() {
    open.forEach(each -> each.transport.close());
  }
}
