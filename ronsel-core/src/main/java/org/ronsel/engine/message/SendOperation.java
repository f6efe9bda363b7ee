package org.ronsel.engine.message;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;
import org.ronsel.RonselException;
import org.ronsel.engine.request.FairYield;
import org.ronsel.engine.request.Operation;
import org.ronsel.engine.request.ProgressEngine;
import org.ronsel.memory.MemoryCopy;
import org.ronsel.transport.Envelope;
import org.ronsel.transport.RecordWriter;

/**
 * A send that could not be handed over at once: its envelope, its buffer, and how far it has got.
 */
public final class SendOperation extends Operation implements DeferredRecord {
  private static final VarHandle DIRECT;
  private static final VarHandle DELIVERED_CHUNKS;
  private static final VarHandle WAITING;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      DIRECT =
          lookup.findVarHandle(SendOperation.class, "direct", long.class).withInvokeExactBehavior();
      DELIVERED_CHUNKS =
          lookup
              .findVarHandle(SendOperation.class, "deliveredChunks", int.class)
              .withInvokeExactBehavior();
      WAITING =
          lookup
              .findVarHandle(SendOperation.class, "waiting", boolean.class)
              .withInvokeExactBehavior();
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** How often a thread that is parked looks whether there is room for a copy by late eager. */
  private static final long ROOM_PARK_NS = 10_000_000;

  public final SendProtocol protocol;

  // What is sent; fixed until completion.
  public long context;
  public int tag;
  public int header;
  public long length;
  public Object base = ReceiveOperation.NO_BUFFER;
  public long offset;
  public @Nullable Thread owner;
  public @Nullable Peer peer;

  /** How many objects the message has, and one more; 0 if that is not known. */
  public int objects;

  // Protocol state; guarded by the engine's lock.
  public long cookie;
  public long key;
  public long keyEpoch;

  /** Whether the peer has been told where a copy of the data is. */
  public boolean moved;

  /** Whether its first record has been handed over; before, no answer can be genuine. */
  public boolean announced;

  public boolean cleared;
  public long claimed;
  public long handedOver;

  /** Parts that are being moved from the buffer now. */
  public int moves;

  /** The exception that the send fails with as soon as its buffer is not read any more. */
  public @Nullable RonselException abandoned;

  /** Link in the pool of blocking sends. */
  public @Nullable SendOperation nextFree;

  // The direct protocol between ranks of one heap; see DirectCopy.
  @SuppressWarnings("UnusedVariable") // accessed through its VarHandle
  private long direct;

  @SuppressWarnings("UnusedVariable") // accessed through its VarHandle
  private int deliveredChunks;

  private int generation;

  @SuppressWarnings("UnusedVariable") // accessed through its VarHandle
  private boolean waiting;

  @Nullable ReceiveOperation receiver;
  long acceptedBytes;

  /** Makes a send that is not prepared. */
  public SendOperation(ProgressEngine engine, SendProtocol protocol) {
    super(engine);
    this.protocol = protocol;
  }

  /** Names what is sent; whether eagerly is up to the protocol. */
  public void prepare(long context, int tag, int header, Object base, long offset, long length) {
    this.peer = null;
    this.context = context;
    this.tag = tag;
    this.header = header;
    this.base = base;
    this.offset = offset;
    this.length = length;
    this.owner = BufferAccess.ownerOf(base);
    this.objects = 0;
    this.cookie = 0;
    this.key = 0;
    this.moved = false;
    this.announced = false;
    this.cleared = false;
    this.claimed = 0;
    this.handedOver = 0;
    this.moves = 0;
    this.abandoned = null;
    this.receiver = null;
    this.detached = false;
    this.generation++;
    DELIVERED_CHUNKS.setOpaque(this, 0);
    DIRECT.setRelease(this, (long) generation << 32 | NOT_SHARED);
  }

  public void clear() {
    base = ReceiveOperation.NO_BUFFER;
    owner = null;
    peer = null;
    receiver = null;
  }

  public boolean isEager() {
    return Envelope.kind(header) == Envelope.EAGER;
  }

  public boolean isSynchronous() {
    return (Envelope.flags(header) & Envelope.SYNCHRONOUS) != 0;
  }

  public boolean isReadByPeer() {
    return (Envelope.flags(header) & Envelope.KEY) != 0;
  }

  public boolean isUnsolicited() {
    return (Envelope.flags(header) & Envelope.UNSOLICITED) != 0;
  }

  /** Sends from a copy, since other threads cannot read the buffer. By the buffer's owner. */
  public void usePrivateCopy() {
    base = BufferAccess.privateCopy(base, offset, length);
    offset = 0;
    owner = null;
  }

  @Override
  public boolean offer(Peer to) {
    if (isEager() && !to.link.eagerOpen()) {
      protocol.announceInstead(this, to);
    }
    boolean eager = isEager();
    RecordWriter record = to.link.claim(eager ? (int) length : key != 0 ? Envelope.KEY_BYTES : 0);
    if (record == null) {
      return false;
    }
    record.envelope(header, Contexts.of(objects, context), tag, length, cookie);
    if (eager) {
      record.payload(base, offset);
    } else if (key != 0) {
      record.payload(key, keyEpoch);
    }
    if (to.can.sharesHeap() && (!eager || isSynchronous())) {
      record.attach(this);
    }
    record.commit();
    announced = true;
    if (!eager) {
      protocol.announced(this);
    } else if (!isSynchronous()) {
      protocol.finished(this);
    }
    return true;
  }

  // ---- direct copy: state word = generation << 32 | next chunk, or one of these ----

  private static final long NOT_SHARED = 0x7fff_ffffL;
  private static final long TAKEN = 0x7fff_fffeL;
  private static final long DETACHING = 0x7fff_fffdL;
  private static final long STATE = 0xffff_ffffL;

  private static final int SPINS_FOR_DETACHMENT = 1000;

  private boolean detached;

  /**
   * The receiver takes the message. From then on the buffer is the sender's own or, if it has been
   * detached, a private copy; this waits for a detachment under way, which is a short copy of a
   * thread that may have lost its core.
   */
  public void take() {
    long open = (long) generation << 32 | NOT_SHARED;
    for (int i = 0; !DIRECT.compareAndSet(this, open, (long) generation << 32 | TAKEN); i++) {
      if (i < SPINS_FOR_DETACHMENT) {
        Thread.onSpinWait();
      } else {
        FairYield.yieldNow();
      }
    }
  }

  /**
   * Late eager: a waiting standard-mode send whose receiver does not come is copied and complete,
   * so that two ranks which send to each other before they receive do not deadlock up to this size.
   * What a rank may hold this way is bounded.
   */
  @Override
  public boolean completeAlone(boolean atAnyPrice) {
    Peer to = peer;
    if (isSynchronous()
        || isEager()
        || to == null
        || detached
        || !protocol.lateEager.reserve(length, atAnyPrice)) {
      return false;
    }
    boolean copied = false;
    try {
      copied = to.can.sharesHeap() ? detachDirect() : protocol.lateEager.detach(this);
    } finally {
      if (!copied) {
        protocol.lateEager.release(length);
      }
    }
    if (copied && to.can.sharesHeap()) {
      protocol.finishedAlone(this); // the receiver can do the rest without this rank
    }
    return copied;
  }

  /**
   * A send that waits for its receiver, or for room, is not woken when there is room for a copy.
   */
  @Override
  protected long longestSleepNs() {
    // Hints, read without the lock: the thread has just asked.
    boolean mayYet = !isSynchronous() && !isEager() && !cleared && !detached;
    return mayYet && protocol.lateEager.mayHold(length) ? ROOM_PARK_NS : Long.MAX_VALUE;
  }

  private boolean detachDirect() {
    long open = (long) generation << 32 | NOT_SHARED;
    // Memory first: the JVM may sleep before it has some, and a receiver spins meanwhile.
    MemorySegment room = (long) DIRECT.getAcquire(this) == open ? roomAside() : null;
    if (room == null || !DIRECT.compareAndSet(this, open, (long) generation << 32 | DETACHING)) {
      return false;
    }
    try {
      // Another thread that waits for this send may have copied it since the caller looked. The
      // CAS reads what that thread's release wrote, so its mark is seen here.
      return !detached && copyAside(room);
    } finally {
      // Release: the receiver that takes the message sees the copy.
      DIRECT.setRelease(this, open);
    }
  }

  /**
   * Memory for a copy of the buffer; null if there is none, or if the buffer cannot be read any
   * more. That is asked before, since a thread that waits asks again and again.
   */
  @Nullable MemorySegment roomAside() {
    if (!BufferAccess.isReadableHere(base)) {
      return null;
    }
    try {
      return BufferAccess.memory(length);
    } catch (OutOfMemoryError none) {
      return null;
    }
  }

  /**
   * Replaces the user's buffer by a copy in {@code room}; false if it cannot be read any more,
   * which will be found out again when the receiver wants the data.
   */
  boolean copyAside(MemorySegment room) {
    try {
      MemoryCopy.toSegment(base, offset, room, 0, length);
    } catch (RuntimeException | InternalError unreadable) {
      return false;
    }
    base = room;
    offset = 0;
    owner = null;
    detached = true;
    return true;
  }

  /** Whether the user's buffer was given back before the message was taken. */
  public boolean isDetached() {
    return detached;
  }

  int generation() {
    return generation;
  }

  /**
   * Opens the message for chunk-wise copying by both sides. Release: the receiver's fields come
   * first.
   */
  void share(ReceiveOperation receive, long accepted) {
    receiver = receive;
    acceptedBytes = accepted;
    DIRECT.setRelease(this, (long) generation << 32);
  }

  boolean isShared() {
    return ((long) DIRECT.getAcquire(this) & STATE) < DETACHING;
  }

  /**
   * Claims the next chunk of the message of this generation.
   *
   * @return its number, or -1 if all are claimed or the operation serves another message by now
   */
  int claimChunk(int ofGeneration, int chunks) {
    while (true) {
      long word = (long) DIRECT.getAcquire(this);
      int next = (int) word;
      if ((int) (word >>> 32) != ofGeneration || next >= chunks) {
        return -1;
      }
      if (DIRECT.weakCompareAndSetAcquire(this, word, word + 1)) {
        return next;
      }
    }
  }

  /**
   * Counts copied chunks; true for the one that completes the message. Full order between copiers.
   */
  boolean deliveredLast(int chunks) {
    return (int) DELIVERED_CHUNKS.getAndAdd(this, 1) + 1 == chunks;
  }

  /** Says that the sending thread waits and can help. Opaque: only a hint. */
  public void setWaiting(boolean now) {
    WAITING.setOpaque(this, now);
  }

  boolean isWaiting() {
    return (boolean) WAITING.getOpaque(this);
  }

  @Override
  protected boolean helpPeer() {
    if (isShared()) {
      return DirectCopy.helpSender(this);
    }
    Peer to = peer;
    return to != null && to.link.help();
  }

  @Override
  protected void overdue() {
    engine.overdueWaits().askPeers(this);
  }

  @Override
  public void testedInVain() {
    overdue();
  }

  @Override
  public String describe() {
    return isSynchronous() ? "sendSynchronous" : "send";
  }

  @Override
  public int awaitedPeer() {
    Peer to = peer;
    return to == null ? NO_PEER : to.endpoint;
  }

  @Override
  public int awaitedTag() {
    return tag;
  }

  @Override
  public long awaitedContext() {
    return context;
  }
}
