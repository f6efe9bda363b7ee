package org.ronsel.transport.tcp;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.channels.SocketChannel;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ronsel.ErrorClass;
import org.ronsel.RonselException;
import org.ronsel.transport.JobShape;
import org.ronsel.transport.JvmTransport;
import org.ronsel.transport.TransportContext;

/** The connections of one JVM of a job: where it listens, and where the others do. */
final class TcpHost implements JvmTransport {
  private final TransportContext context;
  private final JobShape shape;
  final TcpSelector selector;
  private final TcpTransport[] transports;

  /** Null where connections are not encrypted. */
  private final @Nullable TlsIdentity identity;

  /** By JVM where it listens; null for one without such a transport. */
  private volatile @Nullable TcpAddress[] met = new TcpAddress[0];

  /** Listens from now on. */
  TcpHost(TransportContext context, TcpOptions options) {
    this.context = context;
    this.shape = context.shape();
    this.identity = options.encrypts() ? new TlsIdentity() : null;
    this.selector = new TcpSelector(this, context, options);
    int first = shape.firstRank(context.jvm());
    this.transports = new TcpTransport[shape.firstRank(context.jvm() + 1) - first];
    for (int i = 0; i < transports.length; i++) {
      transports[i] =
          new TcpTransport(
              selector,
              first + i,
              context.localRank(first + i),
              TcpOptions.outBytes(shape.endpoints()));
    }
    selector.start();
  }

  @Override
  public byte[] address() {
    TlsIdentity own = identity;
    return new TcpAddress(selector.address(), own == null ? new byte[0] : own.fingerprint())
        .encode();
  }

  @Override
  public boolean meet(Map<Integer, byte[]> addresses) {
    @Nullable TcpAddress[] all = new TcpAddress[shape.jvms()];
    addresses.forEach((jvm, address) -> all[jvm] = decode(jvm, address));
    met = all;
    return false;
  }

  private TcpAddress decode(int jvm, byte[] address) {
    try {
      TcpAddress decoded = TcpAddress.decode(address);
      if (decoded.encrypts() != selector.encrypts()) {
        throw new RonselException(
            ErrorClass.ARGUMENT,
            "JVM "
                + (decoded.encrypts() ? jvm : context.jvm())
                + " encrypts what it sends to other hosts (--encrypt, -Dronsel.tcp.encrypt=true), and JVM "
                + (decoded.encrypts() ? context.jvm() : jvm)
                + " does not: all JVMs of a job must be started alike");
      }
      return decoded;
    } catch (UnknownHostException damaged) {
      throw new RonselException(
          ErrorClass.INTERN, "JVM " + jvm + " sent a damaged address", damaged);
    }
  }

  @Override
  public boolean reaches(int jvm) {
    @Nullable TcpAddress[] all = met;
    return jvm != context.jvm() && jvm < all.length && all[jvm] != null;
  }

  /** The address on which the JVM of a rank listens. */
  InetSocketAddress addressOf(int rank) {
    return met(rank).listens();
  }

  private TcpAddress met(int rank) {
    TcpAddress address = find(rank);
    if (address == null) {
      throw new IllegalStateException("the JVM of rank " + rank + " does not listen");
    }
    return address;
  }

  /** Null for one without such a transport, and for all before {@link #meet}. */
  private @Nullable TcpAddress find(int rank) {
    @Nullable TcpAddress[] all = met;
    return all.length == 0 ? null : all[shape.jvmOf(rank)];
  }

  /**
   * Begins to encrypt a connection whose both ends have proved the secret; null where connections
   * are not encrypted.
   *
   * @param connects whether this JVM has connected to the other, rather than the reverse
   * @param peer a rank of the JVM that must be at the other end
   * @throws EOFException if this JVM does not know that one's certificate yet: the other may have
   *     met all before this one has, and comes again
   */
  @Nullable TlsHandshake encrypt(SocketChannel channel, boolean connects, int peer)
      throws IOException {
    TlsIdentity own = identity;
    if (own == null) {
      return null;
    }
    if (met.length == 0) {
      throw new EOFException("the JVMs of the job have not met yet");
    }
    TcpAddress address = find(peer);
    if (address == null) {
      throw new IOException("it says that it is rank " + peer + ", whose JVM does not listen");
    }
    return new TlsHandshake(channel, own.engine(connects, address.fingerprint()));
  }

  /** Whether a number from outside is a rank of another JVM of the job. */
  boolean isRemote(int rank) {
    return rank >= 0 && rank < shape.endpoints() && shape.jvmOf(rank) != context.jvm();
  }

  /** There is no way to another JVM any more: all its ranks have failed, or as the class says. */
  void lost(int jvm, ErrorClass errorClass, String why) {
    for (TcpTransport transport : transports) {
      transport.lost(peer -> shape.jvmOf(peer) == jvm, errorClass, why);
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
