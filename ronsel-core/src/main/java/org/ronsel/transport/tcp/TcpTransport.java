package org.ronsel.transport.tcp;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;
import org.ronsel.ErrorClass;
import org.ronsel.memory.NativeWords;
import org.ronsel.transport.Link;
import org.ronsel.transport.LocalRank;
import org.ronsel.transport.RecordDescriptor;
import org.ronsel.transport.RecordView;
import org.ronsel.transport.Sink;
import org.ronsel.transport.Transport;

/**
 * The transport of one rank to ranks that TCP reaches.
 *
 * <p>Connections on which something has arrived lately are <em>hot</em>: the rank reads from them
 * whenever it makes progress. All others are left to the {@link TcpSelector}, which is told by the
 * system when something arrives on one, so that thousands of idle ones cost nothing. Before the
 * rank parks it hands all of them to the selector.
 */
final class TcpTransport implements Transport {
  /** Parts of messages that are on their way, besides those that further connections need. */
  private static final int MOST_PARTS = 4;

  /** Hot connections that are read from however long nothing comes. */
  private static final int ALWAYS_HOT = 4;

  /** Reads in vain after which a connection beyond these is left to the selector. */
  private static final int MOST_MISSES = 64;

  /**
   * Polls in vain after which the rank reads no more often than every {@link #READ_EVERY_NS}: a
   * read is a system call, and while it lasts nothing of other transports is seen.
   */
  private static final int EAGER_POLLS = 256;

  private static final long READ_EVERY_NS = 1_000;

  /** After such a time without anything all are left to the selector. */
  private static final long COOL_AFTER_NS = 10_000_000;

  private final TcpSelector selector;
  private final int rank;
  private final LocalRank engine;
  private final int outBytes;
  private final int mostParts;
  private final Map<Integer, TcpLink> links = new ConcurrentHashMap<>();

  /** The same links, as an array to be walked without an iterator. Replaced under the monitor. */
  private volatile TcpLink[] allLinks = {};

  /** Connections on which something has happened; added to by any thread. */
  private final Queue<InStream> ready = new ConcurrentLinkedQueue<>();

  /** Whether {@link #ready} may have something in it; written after it was added to. */
  private volatile boolean anyReady;

  /** The links that may have to tell their peers what these ought to know. */
  private final PendingLinks pending = new PendingLinks();

  /** Whether a thread of the rank is parked or about to be. */
  private volatile boolean armed;

  /** All ranks of the job have ended: connections end as it pleases them. */
  private volatile boolean ended;

  // Under the engine's lock.
  private final ArrayDeque<OutPart> freeParts = new ArrayDeque<>(0);
  private final ArrayDeque<OutPart> smallParts = new ArrayDeque<>(0);
  private int parts;
  private final List<InStream> hot = new ArrayList<>();

  /** Links whose peers have been told that the pool is full, and perhaps that it is no more. */
  private final List<TcpLink> toldClosed = new ArrayList<>(0);

  private boolean eagerClosed;
  private int idlePolls;
  private long idleSinceNs;
  private long readNs;

  /** The buffer for the records of all links, one link after the other. */
  private @Nullable Arrivals arrivals;

  final BlockPool blocks = new BlockPool();

  /**
   * Makes the transport of a rank.
   *
   * @param outBytes bytes of a link's queue of records
   */
  TcpTransport(TcpSelector selector, int rank, LocalRank engine, int outBytes) {
    this.outBytes = outBytes;
    this.mostParts = MOST_PARTS + TcpLink.PARTS * (selector.options.connections() - 1);
    this.selector = selector;
    this.rank = rank;
    this.engine = engine;
  }

  @Override
  public String name() {
    return "tcp";
  }

  @Override
  public boolean passesThroughKernel() {
    return true;
  }

  int rank() {
    return rank;
  }

  /** The link to a peer, which need not be connected; any thread. */
  TcpLink linkTo(int peer) {
    TcpLink known = links.get(peer);
    return known != null ? known : add(peer);
  }

  private synchronized TcpLink add(int peer) {
    TcpLink known = links.get(peer);
    if (known == null) {
      known = new TcpLink(this, peer);
      links.put(peer, known);
      TcpLink[] more = Arrays.copyOf(allLinks, allLinks.length + 1);
      more[more.length - 1] = known;
      allLinks = more;
    }
    return known;
  }

  @Override
  public Link connect(int endpoint) {
    TcpLink link = linkTo(endpoint);
    if (!link.isConnected()) {
      selector.connect(link);
    }
    return link;
  }

  @Override
  public long bytesBetweenJvms() {
    return Arrays.stream(allLinks).mapToLong(TcpLink::bytesSent).sum();
  }

  @Override
  public int poll(Sink sink, int limit) {
    if (anyReady) {
      takeReady();
    }
    boolean closed = !engine.eagerOpen();
    if (closed != eagerClosed) {
      eagerClosed = closed;
      tellOfPool();
    }
    int count = hot.isEmpty() || !readsNow() ? 0 : readHot(sink);
    if (!pending.isEmpty()) {
      tellOwed();
    }
    return count;
  }

  /**
   * The pool is full, or is no more. Peers that are silent need not know that it is full: they are
   * told when they send something, by {@link TcpLink#heard}, and until then have their window.
   */
  private void tellOfPool() {
    if (eagerClosed) {
      for (InStream each : hot) {
        push(each.link());
      }
      return;
    }
    int kept = 0;
    for (TcpLink link : toldClosed) {
      if (link.hasToldClosed()) {
        toldClosed.set(kept++, link);
        push(link);
      } else {
        link.setListed(false);
      }
    }
    toldClosed.subList(kept, toldClosed.size()).clear();
  }

  /** A link tells its peer that the pool is full; under the engine's lock. */
  void tellsClosed(TcpLink link) {
    if (!link.isListed()) {
      link.setListed(true);
      toldClosed.add(link);
    }
  }

  /** A link may have something to tell; any thread. */
  void push(TcpLink link) {
    pending.add(link);
  }

  /**
   * Has all links that may have something to tell do so; under the engine's lock.
   *
   * @return how many these were
   */
  int tellOwed() {
    return pending.tellAll();
  }

  /** Whether this poll reads: each does, until nothing has come for a while. */
  private boolean readsNow() {
    if (armed || ++idlePolls < EAGER_POLLS) {
      return true;
    }
    long now = System.nanoTime();
    if (idlePolls == EAGER_POLLS) {
      idleSinceNs = now;
    }
    if (now - readNs < READ_EVERY_NS) {
      return false;
    }
    readNs = now;
    return true;
  }

  private int readHot(Sink sink) {
    int count = 0;
    boolean coolsAll = armed || idlePolls > EAGER_POLLS && readNs - idleSinceNs > COOL_AFTER_NS;
    for (int i = hot.size() - 1; i >= 0; i--) {
      InStream in = hot.get(i);
      count += in.receive(sink);
      if (coolsAll || in.isOver() || hot.size() > ALWAYS_HOT && in.misses() > MOST_MISSES) {
        hot.remove(i);
        in.setHot(false);
        cool(in);
      }
    }
    if (count != 0) {
      idlePolls = 0;
    }
    return count;
  }

  private void takeReady() {
    anyReady = false; // before the queue is looked at: see arrived
    for (InStream in; (in = ready.poll()) != null; ) {
      if (!in.isHot()) {
        in.setHot(true);
        hot.add(in);
        idlePolls = 0;
      }
    }
  }

  private void cool(InStream in) {
    if (in.leaveToSelector()) {
      selector.wakeup();
    }
  }

  /** Something has happened on a connection; any thread. */
  void arrived(InStream in) {
    ready.add(in);
    anyReady = true;
    engine.ringDoorbell();
  }

  /** A link has closed its connection, which the system does when the selector has let go of it. */
  void closed() {
    selector.wakeup();
  }

  /** Asks for further connections for a link, if the job wants any. */
  void widen(TcpLink link) {
    for (int i = 1; i < selector.options.connections(); i++) {
      selector.widen(link);
    }
  }

  /** Peers are lost. */
  void lost(IntPredicate which, ErrorClass errorClass, String why) {
    for (TcpLink link : allLinks) {
      if (which.test(link.peer())) {
        link.failed(errorClass, why);
      }
    }
  }

  /** A link has consumed so much that its peer is to be told; any thread. */
  void owes(TcpLink link) {
    push(link);
    engine.ringDoorbell();
  }

  /** The buffer for arriving records; under the engine's lock. */
  Arrivals arrivals() {
    Arrivals into = arrivals;
    if (into == null) {
      into = new Arrivals();
      arrivals = into;
    }
    return into;
  }

  /** Bytes of a link's queue of records. */
  int outBytes() {
    return outBytes;
  }

  /**
   * A part that is free, or null; under the engine's lock, like giving it back.
   *
   * @param needed whether a small one beyond the usual number will do, rather than none: the others
   *     may wait for peers that read nothing, and one that does must not wait for these
   */
  @Nullable OutPart takePart(boolean needed) {
    OutPart part = freeParts.poll();
    if (part == null && parts < mostParts) {
      part = new OutPart(rank, TcpOptions.BLOCK_BYTES);
      parts++;
    } else if (part == null && needed) {
      part = smallParts.poll();
      if (part == null) {
        part = new OutPart(rank, TcpOptions.COPY_BYTES);
      }
    }
    return part;
  }

  void giveBack(OutPart part) {
    (part.capacity() == TcpOptions.BLOCK_BYTES ? freeParts : smallParts).push(part);
  }

  boolean eagerClosed() {
    return eagerClosed;
  }

  boolean hasEnded() {
    return ended;
  }

  void allEnded() {
    ended = true;
  }

  /** The next poll, which follows without fail, leaves all links to the selector. */
  @Override
  public long armDoorbell() {
    armed = true;
    return Long.MAX_VALUE;
  }

  @Override
  public void disarmDoorbell() {
    armed = false;
  }

  /** Arriving bytes of one link at a time, from which records are read. */
  static final class Arrivals {
    static final int BYTES = 64 << 10;

    final ByteBuffer buffer = ByteBuffer.allocateDirect(BYTES);
    final MemorySegment memory = MemorySegment.ofBuffer(buffer);
    final RecordView view = new RecordView(memory);

    /** For a read of the rest of a block and what follows. */
    final ByteBuffer[] pair = new ByteBuffer[2];

    /** The first word of a record. */
    long word(long at) {
      return NativeWords.getLong(memory, at + RecordDescriptor.STAMP);
    }
  }
}
