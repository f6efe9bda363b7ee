package org.ronsel.runtime.rendezvous;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.ronsel.runtime.control.Frame;
import org.ronsel.runtime.control.FrameChannel;
import org.ronsel.runtime.control.Hmac;

/**
 * A meeting of JVMs whose host names are known by their numbers. They form a tree: each connects to
 * its parent, and both prove the secret of the job. At a fence what JVMs have given goes up to JVM
 * 0 and comes down with that of all others, so that the time grows with the height of the tree.
 */
final class NetworkMeeting extends Meeting {
  /** Children of a JVM: up to this many and one meet in one step. */
  static final int ARITY = 32;

  /** Hexadecimal digits of an HMAC-SHA256. */
  private static final int CODE_LETTERS = 64;

  /** How long those beside a JVM that fails may take to hear of it. */
  private static final long ABORT_MS = 1000;

  private final HostTemplate hosts;
  private final byte[] secret;
  private final List<Neighbor> children = new CopyOnWriteArrayList<>();
  private volatile @Nullable Neighbor parent;

  /** Why the job ends, as another JVM has said. */
  private volatile Frame.@Nullable Abort heard;

  /** A JVM at the other end of a connection. */
  record Neighbor(int jvm, Socket socket, FrameChannel channel) {}

  private NetworkMeeting(JobMember member, HostTemplate hosts, byte[] secret, Deadline deadline) {
    super(member, deadline);
    this.hosts = hosts;
    this.secret = secret;
  }

  /** Connects this JVM with those beside it; returns when they are there. */
  static NetworkMeeting join(JobMember member, HostTemplate hosts, Deadline deadline)
      throws IOException {
    NetworkMeeting meeting = new NetworkMeeting(member, hosts, member.secret(), deadline);
    boolean complete = false;
    try (ChildReception reception =
        ChildReception.open(member, hosts, meeting.secret, firstChild(member), children(member))) {
      if (member.jvm() > 0) {
        meeting.parent =
            ParentSearch.find(member, hosts, meeting.secret, parent(member.jvm()), deadline);
      }
      try {
        reception.await(deadline);
      } finally {
        meeting.children.addAll(reception.there());
      }
      complete = true;
    } catch (IOException e) {
      meeting.abort(1, String.valueOf(e.getMessage()));
      throw e;
    } finally {
      if (!complete) {
        meeting.close();
      }
    }
    return meeting;
  }

  static int parent(int jvm) {
    return (jvm - 1) / ARITY;
  }

  /** JVMs on the way to JVM 0. */
  private static int level(int jvm) {
    int level = 0;
    for (int at = jvm; at > 0; at = parent(at)) {
      level++;
    }
    return level;
  }

  private static int firstChild(JobMember member) {
    return (int) Math.min(member.jvms(), (long) member.jvm() * ARITY + 1);
  }

  private static int children(JobMember member) {
    return Math.min(ARITY, member.jvms() - firstChild(member));
  }

  @Override
  public boolean hasOwnLog() {
    return true;
  }

  @Override
  public byte[] secret() {
    return secret.clone();
  }

  /**
   * Somebody between the hosts can hand on the proofs of a connection, and change what follows. So
   * each value has a code behind it that only those who know the secret can make, for this JVM and
   * name alone. Names do not come twice in a job.
   */
  @Override
  String sealed(String key, String value) {
    return value + code(rank(), key, value);
  }

  @Override
  String opened(int ofRank, String key, String travelled) throws RendezvousException {
    int end = Math.max(0, travelled.length() - CODE_LETTERS);
    String value = travelled.substring(0, end);
    if (!MessageDigest.isEqual(
        travelled.substring(end).getBytes(StandardCharsets.UTF_8),
        code(ofRank, key, value).getBytes(StandardCharsets.UTF_8))) {
      throw new RendezvousException(
          "what "
              + name(ofRank)
              + " has given is not what arrives: somebody changes it on the way, or that JVM has"
              + " another version of Ronsel");
    }
    return value;
  }

  private String code(int jvm, String key, String value) {
    String said = "ronsel value " + member.job() + " " + jvm + " " + key + "\n" + value;
    return HexFormat.of().formatHex(Hmac.sha256(secret, said.getBytes(StandardCharsets.UTF_8)));
  }

  @Override
  public void fence(boolean last) throws IOException {
    Deadline until = deadline.again();
    for (Neighbor child : children) {
      if (receive(child, last, until) instanceof Frame.Gather gather) {
        given.add(gather.mine(), name(child.jvm()));
      } else {
        throw new RendezvousException(name(child.jvm()) + " says what it should not");
      }
    }
    byte[] all = given.encode();
    given.clear();
    Neighbor above = parent;
    if (above != null) {
      above.channel.send(new Frame.Gather(all));
      if (!(receive(above, last, until.behind(level(member.jvm())))
              instanceof Frame.Gathered gathered)
          || gathered.all().length != 1) {
        throw new RendezvousException(name(above.jvm()) + " says what it should not");
      }
      all = gathered.all()[0];
    }
    for (Neighbor child : children) {
      child.channel.send(new Frame.Gathered(new byte[][] {all}));
    }
    known.add(all, above == null ? name(0) : name(above.jvm()));
  }

  private Frame receive(Neighbor from, boolean last, Deadline until) throws IOException {
    Frame frame;
    try {
      from.socket.setSoTimeout(last ? 0 : until.leftMs());
      frame = from.channel.receive();
    } catch (SocketTimeoutException e) {
      throw new RendezvousException(
          name(from.jvm()) + " has come, but does not go on " + until.text() + "; its log says why",
          e);
    } catch (IOException e) {
      throw new RendezvousException(
          "the connection with " + name(from.jvm()) + " has ended; its log may say why", e);
    }
    if (frame instanceof Frame.Abort abort) {
      heard = abort;
      throw new RendezvousException(abort.message());
    }
    return frame;
  }

  private String name(int jvm) {
    return hosts.host(jvm) + " (" + member.name(jvm) + ")";
  }

  @Override
  public void finish() {
    close();
  }

  /** The neighbours of this JVM tell the others, as their own waits end by it. */
  @Override
  public void abort(int status, String reason) {
    Frame.Abort before = heard;
    Frame.Abort abort =
        before != null
            ? before
            : new Frame.Abort(rank(), status, name(rank()) + " says: " + reason, "");
    Thread telling = Thread.ofPlatform().daemon().name("ronsel-abort").start(() -> tellAll(abort));
    try {
      telling.join(ABORT_MS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void tellAll(Frame.Abort abort) {
    for (Neighbor each : neighbors()) {
      try {
        each.channel.send(abort);
      } catch (IOException e) {
        continue; // it has gone
      }
    }
  }

  private List<Neighbor> neighbors() {
    List<Neighbor> all = new ArrayList<>(children);
    Neighbor above = parent;
    if (above != null) {
      all.add(above);
    }
    return all;
  }

  private void close() {
    for (Neighbor each : neighbors()) {
      try {
        each.socket.close();
      } catch (IOException e) {
        continue; // it has gone
      }
    }
  }
}
