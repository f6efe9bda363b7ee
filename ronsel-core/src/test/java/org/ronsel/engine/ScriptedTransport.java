package org.ronsel.engine;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.ronsel.ErrorClass;
import org.ronsel.RonselException;
import org.ronsel.memory.MemoryCopy;
import org.ronsel.transport.Capabilities;
import org.ronsel.transport.Completion;
import org.ronsel.transport.DataTransfer;
import org.ronsel.transport.EncodedRecord;
import org.ronsel.transport.Envelope;
import org.ronsel.transport.KeyedData;
import org.ronsel.transport.Link;
import org.ronsel.transport.RecordView;
import org.ronsel.transport.RecordWriter;
import org.ronsel.transport.Sink;
import org.ronsel.transport.Transport;

/**
 * A transport at whose other end is the test: it says what arrives, of whichever peer, and keeps
 * what the engine offers.
 */
final class ScriptedTransport implements Transport {
  /** What the engine has handed over. */
  record Sent(int to, int header, long context, int tag, long length, long cookie, byte[] payload) {
    int kind() {
      return Envelope.kind(header);
    }
  }

  /** Bytes of each fragment in either direction. */
  static final int FRAGMENT_BYTES = 100;

  static final int FRAGMENTS = 4;
  private static final int INLINE_LIMIT = 64;

  final List<Sent> sent = new ArrayList<>();

  /** Whether there is no room for anything the engine offers. */
  boolean full;

  /** Whether links move data, and peers can read native memory. */
  boolean fragments = true;

  private final ScriptedData data = new ScriptedData();

  /** Whether links cannot be made. */
  boolean unreachable;

  /** What reading the memory of a peer throws, or null. */
  @Nullable RuntimeException unreadable;

  /** Messages of which a peer has been told where a copy of their data is. */
  final Set<Long> moved = new HashSet<>();

  /** How often a rank has taken back its keys. */
  int withdrawals;

  /** Where reads of the memory of a peer go that are not over when they have begun, or null. */
  @Nullable List<Completion> laterReads;

  final BitSet reserved = new BitSet();

  /** Fragments of peers that have arrived and have not been freed. */
  int borrowed;

  private final ArrayDeque<Consumer<Sink>> arrivals = new ArrayDeque<>();
  final MemorySegment pool = MemorySegment.ofArray(new byte[FRAGMENTS * FRAGMENT_BYTES]);

  /** An engine that has no transport but this. */
  Engine engine(EngineOptions options) {
    return new Engine(0, new Transport[] {this}, peer -> this, new Doorbell(), options);
  }

  /** Everything but the tiniest message is announced, and all waits give up soon. */
  static EngineOptions options() {
    return new EngineOptions(INLINE_LIMIT, 1 << 20, 1 << 20, 0, 0, 100);
  }

  // ---- what arrives ----

  void arrive(Consumer<Sink> arrival) {
    arrivals.add(arrival);
  }

  void arriveRecord(
      int source, int header, long context, int tag, long length, long cookie, byte[] payload) {
    EncodedRecord record = EncodedRecord.of(source, header, context, tag, length, cookie, payload);
    arrive(record::deliver);
  }

  /** Announces a message of bytes. */
  void arriveAnnouncement(int source, int flags, int tag, long length, long cookie) {
    int header = Envelope.header(Envelope.RENDEZVOUS, 1, flags);
    arriveRecord(source, header, 0, tag, length, cookie, new byte[0]);
  }

  void arriveAnswer(int source, int kind, long cookie) {
    arriveRecord(source, Envelope.header(kind, 0, 0), 0, 0, 0, cookie, new byte[0]);
  }

  /** A fragment full of sevens. */
  void arriveFragment(int source, long cookie, long offset, int bytes) {
    byte[] data = new byte[FRAGMENT_BYTES];
    java.util.Arrays.fill(data, (byte) 7);
    int header = Envelope.header(Envelope.FRAGMENT, 0, 0);
    EncodedRecord record = EncodedRecord.of(source, header, 0, 0, offset, cookie, new byte[0]);
    arrive(
        sink -> {
          RecordView view = record.view();
          borrowed++;
          view.lendPayload(MemorySegment.ofArray(data), 0, bytes, number -> borrowed--, 0);
          try {
            sink.onRecord(view);
          } finally {
            view.returnPayload();
          }
        });
  }

  /** What no version of the format knows. */
  void arriveNonsense(int source) {
    arriveRecord(source, 0x77, 0, 0, 0, 0, new byte[0]);
  }

  /** The newest record of a kind that the engine has handed over. */
  Sent lastSent(int kind) {
    return sent.reversed().stream().filter(each -> each.kind() == kind).findFirst().orElseThrow();
  }

  // ---- the transport ----

  @Override
  public String name() {
    return "scripted";
  }

  @Override
  public Link connect(int endpoint) {
    if (unreachable) {
      throw new RonselException(ErrorClass.INTERN, "no way to rank " + endpoint);
    }
    return new ScriptedLink(endpoint);
  }

  @Override
  public int poll(Sink sink, int limit) {
    int count = 0;
    for (Consumer<Sink> next; count < limit && (next = arrivals.poll()) != null; count++) {
      next.accept(sink);
    }
    return count;
  }

  private final class ScriptedLink implements Link {
    private final int peer;
    private final EncodedRecord.Writer writer =
        new EncodedRecord.Writer(0, INLINE_LIMIT, this::keep);

    ScriptedLink(int peer) {
      this.peer = peer;
    }

    @Override
    public int peer() {
      return peer;
    }

    @Override
    public Capabilities capabilities() {
      Capabilities.Memory memory =
          fragments ? Capabilities.Memory.BY_KEY : Capabilities.Memory.NONE;
      return new Capabilities(INLINE_LIMIT, memory, Capabilities.RemoteOperations.NONE, fragments);
    }

    @Override
    public boolean eagerOpen() {
      return true;
    }

    @Override
    public @Nullable RecordWriter claim(int payloadBytes) {
      return full ? null : writer.claim(payloadBytes);
    }

    private void keep(EncodedRecord record) {
      RecordView view = record.view();
      sent.add(
          new Sent(
              peer,
              view.header(),
              view.context(),
              view.tag(),
              view.length(),
              view.cookie(),
              view.copyOfPayload()));
    }

    @Override
    public void ringDoorbell() {
      // The test looks by itself.
    }

    @Override
    public @Nullable DataTransfer sendData(
        long cookie, long at, Object base, long byteOffset, long bytes, boolean solicited) {
      int number = reserved.nextClearBit(0);
      if (number >= FRAGMENTS) {
        return null;
      }
      reserved.set(number);
      int length = (int) Math.min(bytes, FRAGMENT_BYTES);
      return new DataTransfer() {
        @Override
        public long bytes() {
          return length;
        }

        @Override
        public void move() {
          long place = (long) number * FRAGMENT_BYTES;
          MemoryCopy.toSegment(base, byteOffset, pool, place, length);
        }

        @Override
        public boolean hasBegun() {
          return false;
        }

        @Override
        public boolean handOver() {
          if (full) {
            return false;
          }
          int header = Envelope.header(Envelope.FRAGMENT, 0, 0x80);
          sent.add(new Sent(peer, header, length, number, at, cookie, new byte[0]));
          reserved.clear(number); // the peer has read it at once
          return true;
        }

        @Override
        public void drop() {
          reserved.clear(number);
        }
      };
    }

    @Override
    public @Nullable KeyedData keyedData() {
      return fragments ? data : null;
    }
  }

  /** Data of long messages that go by a key, which is always the same one. */
  private final class ScriptedData implements KeyedData {
    @Override
    public long epoch() {
      return 0;
    }

    @Override
    public long keyOf(Object base, long byteOffset, long bytes, long epoch, boolean exchanged) {
      return base instanceof MemorySegment segment && segment.isNative() ? 77 : 0;
    }

    @Override
    public void moved(long cookie, MemorySegment copy) {
      moved.add(cookie);
    }

    @Override
    public void forgetMoved(long cookie) {
      moved.remove(cookie);
    }

    @Override
    public void withdraw() {
      withdrawals++;
    }

    @Override
    public void read(
        long key,
        long epoch,
        long cookie,
        long messageBytes,
        Object base,
        long byteOffset,
        long bytes,
        Completion done) {
      if (unreadable != null) {
        throw unreadable;
      } else if (laterReads != null) {
        laterReads.add(done);
      } else {
        done.complete(0);
      }
    }
  }
}
