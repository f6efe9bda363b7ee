package org.ronsel.runtime.rendezvous;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.security.Security;
import org.jspecify.annotations.Nullable;
import org.ronsel.machine.QuietConnections;
import org.ronsel.runtime.control.Frame;
import org.ronsel.runtime.control.FrameChannel;

/**
 * Connects to another JVM of the job, which may start later: its name may not be known yet, and
 * nothing may listen there.
 */
final class ParentSearch {
  private static final int CONNECT_MS = 5_000;
  private static final int PROOF_MS = 20_000;

  private ParentSearch() {}

  static NetworkMeeting.Neighbor find(
      JobMember member, HostTemplate hosts, byte[] secret, int jvm, Deadline deadline)
      throws IOException {
    // What is not known yet is to be asked for again, not remembered for ten seconds.
    Security.setProperty("networkaddress.cache.negative.ttl", "0");
    String host = hosts.host(jvm);
    IOException last = null;
    for (int look = 0; !deadline.isOver(); look++) {
      Socket socket = new Socket();
      boolean proved = false;
      try {
        InetAddress address = InetAddress.getByName(host);
        socket.connect(
            new InetSocketAddress(address, hosts.port()), Math.min(CONNECT_MS, deadline.leftMs()));
        socket.setSoTimeout(Math.min(PROOF_MS, deadline.leftMs()));
        FrameChannel channel = FrameChannel.connect(socket, secret, member.jvm());
        awaitWelcome(socket, channel, deadline);
        QuietConnections.keep(socket);
        proved = true;
        return new NetworkMeeting.Neighbor(jvm, socket, channel);
      } catch (RendezvousException said) {
        throw said;
      } catch (UnknownHostException
          | SocketException
          | SocketTimeoutException
          | EOFException notYet) {
        last = notYet;
      } catch (IOException refused) {
        RendezvousException e =
            new RendezvousException(
                host
                    + " port "
                    + hosts.port()
                    + " has another secret than this JVM, or another version of Ronsel ("
                    + refused.getMessage()
                    + "): compare the job and the secret of both");
        e.initCause(refused);
        throw e;
      } finally {
        if (!proved) {
          socket.close();
        }
      }
      Deadline.pause(look);
    }
    throw late(member, hosts, jvm, deadline, last);
  }

  /**
   * The parent may have hung up before it has read the proof, as it does on strangers that take
   * long; it says when it has not.
   */
  private static void awaitWelcome(Socket socket, FrameChannel channel, Deadline deadline)
      throws IOException {
    socket.setSoTimeout(Math.max(1, deadline.leftMs()));
    switch (channel.receive()) {
      case Frame.Hello welcome -> {}
      case Frame.Abort abort -> throw new RendezvousException(abort.message());
      default -> throw new IOException("it does not say that this JVM may take part");
    }
  }

  private static RendezvousException late(
      JobMember member,
      HostTemplate hosts,
      int jvm,
      Deadline deadline,
      @Nullable IOException last) {
    String host = hosts.host(jvm);
    String pod = host.split("\\.", 2)[0];
    String what;
    String look;
    if (last instanceof UnknownHostException) {
      what = "the host name " + host + " has not become known ";
      look =
          member.kubernetes()
              ? "'kubectl get pods' shows whether "
                  + pod
                  + " runs, 'kubectl get services' whether there is the service that follows its"
                  + " name"
              : "'getent hosts " + host + "' shows whether this host knows it";
    } else {
      what = "cannot connect to " + host + " (" + member.name(jvm) + ") port " + hosts.port() + " ";
      look =
          (last == null ? "" : "the last try: " + last.getMessage() + "; ")
              + (member.kubernetes()
                  ? "'kubectl logs " + pod + "' shows whether it has started"
                  : "has it been started there?");
    }
    RendezvousException e = new RendezvousException(what + deadline.text() + "; " + look);
    if (last != null) {
      e.initCause(last);
    }
    return e;
  }
}
