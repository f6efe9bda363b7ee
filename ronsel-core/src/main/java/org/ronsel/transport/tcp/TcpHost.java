package org.ronsel.transport.tcp;

import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ronsel.ErrorClass;
import org.ronsel.RonselException;
import org.ronsel.machine.NetworkChoice;
import org.ronsel.transport.JobShape;
import org.ronsel.transport.JvmTransport;
import org.ronsel.transport.TransportContext;

/** The connections of one JVM of a job: where it listens, and where the others do. */
final class TcpHost implements JvmTransport {
  private final TransportContext context;
  private final JobShape shape;
  private final TcpSelector selector;
  private final TcpTransport[] transports;

  /** By JVM where it listens; null for one without such a transport. */
  private volatile @Nullable InetSocketAddress[] met = new InetSocketAddress[0];

  /** Listens from now on. */
  TcpHost(TransportContext context, TcpOptions options) {
    this.context = context;
    this.shape = context.shape();
    this.selector = new TcpSelector(this, context, options);
    int first = shape.firstRank(context.jvm());
    this.transports = new TcpTransport[shape.firstRank(context.jvm() + 1) - first];
    for (int i = 0; i < transports.length; i++) {
      transports[i] =
          new TcpTransport(
              selector,
              first + i,
              context.localRank(first + i),
              TcpOptions.outBytes(shape.ranks()));
    }
    selector.start();
  }

  /** Port and IP address. */
  @Override
  public byte[] address() {
    return NetworkChoice.encode(selector.address());
  }

  @Override
  public boolean meet(Map<Integer, byte[]> addresses) {
    @Nullable InetSocketAddress[] all = new InetSocketAddress[shape.jvms()];
    addresses.forEach((jvm, address) -> all[jvm] = decode(jvm, address));
    met = all;
    return false;
  }

  private static InetSocketAddress decode(int jvm, byte[] address) {
    try {
      return NetworkChoice.decode(address);
    } catch (UnknownHostException damaged) {
      throw new RonselException(
          ErrorClass.INTERN, "JVM " + jvm + " sent a damaged address", damaged);
    }
  }

  @Override
  public boolean reaches(int jvm) {
    @Nullable InetSocketAddress[] all = met;
    return jvm != context.jvm() && jvm < all.length && all[jvm] != null;
  }

  /** Where the JVM of a rank listens. */
  InetSocketAddress addressOf(int rank) {
    InetSocketAddress address = met[shape.jvmOf(rank)];
    if (address == null) {
      throw new IllegalStateException("the JVM of rank " + rank + " does not listen");
    }
    return address;
  }

  /** Whether a number from outside is a rank of another JVM of the job. */
  boolean isRemote(int rank) {
    return rank >= 0 && rank < shape.ranks() && shape.jvmOf(rank) != context.jvm();
  }

  /** Another JVM is not there any more: all its ranks have failed. */
  void lost(int jvm, String why) {
    for (TcpTransport transport : transports) {
      transport.lost(peer -> shape.jvmOf(peer) == jvm, why);
    }
  }

  /** The transport of a rank, or null if this JVM does not have it. */
  @Nullable TcpTransport local(int rank) {
    int index = rank - shape.firstRank(context.jvm());
    return index >= 0 && index < transports.length ? transports[index] : null;
  }

  @Override
  public TcpTransport of(int rank) {
    TcpTransport transport = local(rank);
    if (transport == null) {
      throw new IllegalArgumentException("rank " + rank + " is not of this JVM");
    }
    return transport;
  }

  @Override
  public void allEnded() {
    for (TcpTransport transport : transports) {
      transport.allEnded();
    }
  }

  @Override
  public void close() {
    allEnded();
    selector.close();
  }
}
