package org.ronsel.transport.shm;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import org.ronsel.ErrorClass;
import org.ronsel.ErrorPlace;
import org.ronsel.RonselException;
import org.ronsel.machine.MeasuredCopy;
import org.ronsel.memory.NativeWords;
import org.ronsel.transport.Capabilities;
import org.ronsel.transport.DataTransfer;
import org.ronsel.transport.DirectMemory;
import org.ronsel.transport.Envelope;
import org.ronsel.transport.KeyedData;
import org.ronsel.transport.Link;
import org.ronsel.transport.RecordWriter;
import org.ronsel.transport.RemoteMemory;
import org.ronsel.transport.ring.SharedRing;

/** The way from a rank to a rank in another JVM of the host: a ring in the receiver's segment. */
final class ShmLink implements Link {
  /**
   * Flag of a record whose bytes lie in the sender's pool. The number of the fragment is the tag of
   * a FRAGMENT record, and the cookie of an EAGER one.
   */
  static final int POOLED = 0x80;

  /** What is copied under the engine's lock at a time: inline in a record, and beside one. */
  private static final int LONGEST_INLINE = 16 << 10;

  private static final int LONGEST_WHOLE = 32 << 10;

  /** Records in a row, none received meanwhile, that are a stream. */
  private static final int STREAM = 4;

  private final ShmTransport own;
  private final int peer;
  private final JvmSegment target;
  private final FragmentPool pool;
  private final ShmHost host;
  private final long control;
  private final int inboundIndex;
  private final SharedRing.Producer ring;
  private final Capabilities capabilities;

  /** To and from memory of the peer. */
  private final MeasuredCopy copies = new MeasuredCopy();

  // Under the engine's lock: records that had been received when one was sent, and since then sent.
  private int receivedThen;
  private int inRow;

  /** Bytes for which room was claimed; under the engine's lock. */
  private long sent;

  /** Fragments that are promised to data of this link; kept by {@link FragmentPool}. */
  int promised;

  /** The fragments that data of this link go through; kept by {@link FragmentPool}. */
  final FragmentWindow window = new FragmentWindow();

  private final ExposedData data;

  /** Makes the ring and adds it to the receiver's table. */
  ShmLink(
      ShmTransport own,
      int rank,
      int peer,
      ShmHost host,
      FragmentPool pool,
      SingleCopyMeasurement measurement) {
    this.own = own;
    JvmSegment target = host.segmentOf(peer);
    this.peer = peer;
    this.target = target;
    this.pool = pool;
    this.host = host;
    this.data = new ExposedData(host, rank, peer, measurement, copies);
    SegmentLayout layout = target.layout;
    this.capabilities =
        new Capabilities(
            Math.min(SharedRing.inlineLimit(layout.ringSlots()), LONGEST_INLINE),
            Capabilities.Memory.BY_KEY,
            Capabilities.RemoteOperations.ALL,
            true);
    this.control = layout.control(target.local(peer));
    long index = newRing(rank);
    MemorySegment memory = layout.ringMemory(target.memory, index);
    SharedRing.initialise(memory, ThreadLocalRandom.current().nextLong());
    this.ring = new SharedRing.Producer(memory, rank);
    this.inboundIndex = enter(SegmentLayout.inbound(rank, index), rank);
    target.ringDoorbell(peer);
  }

  /** The number of a committed ring in the receiver's segment that no other sender has. */
  private long newRing(int rank) {
    SegmentLayout layout = target.layout;
    long index = NativeWords.getAndAddLong(target.memory, SegmentLayout.RINGS_USED_AT, 1L);
    if (index >= layout.maxRings()) {
      throw noRing(rank);
    }
    try {
      target.commit(layout.ring(index), SharedRing.bytes(layout.ringSlots()));
    } catch (RonselException noMemory) {
      // The next try may have it, if no other sender has taken one meanwhile.
      var _ =
          NativeWords.compareAndSetLong(
              target.memory, SegmentLayout.RINGS_USED_AT, index + 1, index);
      throw noMemory;
    }
    return index;
  }

  /**
   * Enters the ring into the receiver's table, in one step: a sender that is killed before it has
   * entered its ring is not waited for.
   *
   * @return the place in the table
   */
  private int enter(long word, int rank) {
    for (int i = 0; i < target.layout.remoteRanks(); i++) {
      long entry = target.layout.inboundEntry(target.local(peer), i);
      // Full order: who finds the word finds the ring initialised.
      if (NativeWords.getLongOpaque(target.memory, entry) == 0
          && NativeWords.compareAndSetLong(target.memory, entry, 0, word)) {
        return i;
      }
    }
    throw noRing(rank);
  }

  private RonselException noRing(int rank) {
    return new RonselException(
        ErrorClass.INTERN, ErrorPlace.of(rank).message("no ring left towards rank " + peer), null);
  }

  @Override
  public int peer() {
    return peer;
  }

  /** Bytes of messages that have gone this way; not quite up to date. */
  long bytesMoved() {
    return sent;
  }

  @Override
  public Capabilities capabilities() {
    return capabilities;
  }

  @Override
  public boolean eagerOpen() {
    return NativeWords.getIntOpaque(target.memory, control + SegmentLayout.EAGER_CLOSED) == 0;
  }

  @Override
  public @Nullable RecordWriter claim(int payloadBytes) {
    if (own.received() != receivedThen) {
      receivedThen = own.received();
      inRow = 0;
    }
    ring.streams(++inRow > STREAM);
    if (!ring.claim(payloadBytes)) {
      return null;
    }
    sent += payloadBytes;
    return ring;
  }

  @Override
  public void ringDoorbell() {
    boolean rests = target.isAtRest(control);
    if (NativeWords.getIntOpaque(target.memory, control + SegmentLayout.BY_READY_BITS) != 0) {
      long word = control + SegmentLayout.READY_BITS + 8L * (inboundIndex >>> 6);
      var _ = NativeWords.getAndOrLong(target.memory, word, 1L << (inboundIndex & 63));
    }
    if (!rests) {
      target.ringListener(peer, control);
    }
  }

  @Override
  public boolean admitUnsolicited(long bytes) {
    return pool.admit(this, bytes);
  }

  @Override
  public boolean sendWhole(
      int header, long context, int tag, Object base, long byteOffset, long bytes) {
    if (bytes > Math.min(pool.fragmentBytes(), LONGEST_WHOLE) || !ring.claim(0)) {
      return false;
    }
    int number = pool.fill(this, base, byteOffset, bytes);
    if (number < 0) {
      return false;
    }
    ring.envelope(Envelope.withFlag(header, POOLED), context, tag, bytes, number);
    ring.commit();
    sent += bytes;
    pool.handedOver(number, this);
    return true;
  }

  @Override
  public @Nullable DataTransfer sendData(
      long cookie,
      long messageOffset,
      Object base,
      long byteOffset,
      long bytes,
      boolean solicited) {
    Fragment fragment = pool.take(this, solicited, messageOffset + bytes);
    return fragment == null
        ? null
        : fragment.fill(this, cookie, messageOffset, base, byteOffset, bytes);
  }

  @Override
  public boolean isCrowdedOut() {
    return !pool.hasFragmentsOf(this);
  }

  /** Offers the record that tells the peer of a filled fragment; the fragment is its own then. */
  boolean offer(long cookie, long messageOffset, int number, long bytes) {
    if (!ring.claim(0)) {
      return false;
    }
    int header = Envelope.header(Envelope.FRAGMENT, 0, POOLED);
    ring.envelope(header, bytes, number, messageOffset, cookie);
    ring.commit();
    sent += bytes;
    pool.handedOver(number, this);
    return true;
  }

  @Override
  public void peerEnded() {
    pool.takeBack(this);
  }

  @Override
  public KeyedData keyedData() {
    return data;
  }

  @Override
  public RemoteMemory open(long key, long bytes) {
    return new DirectMemory(host.peerMemory(peer, key, bytes), copies);
  }
}
