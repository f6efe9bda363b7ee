package org.ronsel.transport;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.ronsel.memory.MemoryCopy;
import org.ronsel.transport.Capabilities.RemoteOperations;

/**
 * A network that does everything a transport may do to make life hard: it refuses offers at random,
 * has room for a few records only, holds records back, carries only a few bytes in each, shares no
 * heap, and has no fragments or tiny ones, of which one that has begun keeps out what comes later,
 * as on a stream of bytes. It keeps what every transport promises: order per link, and nothing lost
 * or changed. To a rank that is about to park it is less of a nuisance, since nothing would wake
 * that rank when a whim passes.
 */
public final class HostileNetwork {
  /**
   * How hostile.
   *
   * @param inlineLimit most bytes in one record
   * @param refusedPercent offers that are refused although there is room
   * @param longestDelay polls for which a record may be held back
   * @param fragmentBytes bytes of a fragment, 0 for no fragments
   * @param fragments number of fragments of a rank
   * @param operations what it does by itself on registered memory, late: NONE or PUT_AND_GET
   * @param rings whether arrivals wake a rank that is parked; else it has to look by itself
   */
  public record Manners(
      int inlineLimit,
      int refusedPercent,
      int longestDelay,
      int fragmentBytes,
      int fragments,
      RemoteOperations operations,
      boolean rings) {
    /** No operations on memory, and it rings. */
    public Manners(int inline, int refused, int delay, int fragmentBytes, int fragments) {
      this(inline, refused, delay, fragmentBytes, fragments, RemoteOperations.NONE, true);
    }

    /** Data go byte by byte. */
    public static final Manners SINGLE_BYTES = new Manners(1, 30, 3, 0, 0);

    /** Data go in small records. */
    public static final Manners SMALL_RECORDS = new Manners(200, 30, 3, 0, 0);

    /** Few and small fragments. */
    public static final Manners SMALL_FRAGMENTS = new Manners(40, 20, 2, 1000, 3);

    /** As {@link #SMALL_RECORDS}; puts and gets do without records. */
    public static final Manners PUT_AND_GET =
        new Manners(200, 30, 3, 0, 0, RemoteOperations.PUT_AND_GET, true);
  }

  /** How long a rank of a network that does not ring parks until it looks again. */
  private static final long LOOKS_AGAIN_NS = 50_000;

  private static final int ROOM = 24;

  private final Manners manners;
  private final Map<Integer, HostileTransport> transports = new ConcurrentHashMap<>();
  private final Map<Integer, LongAdder> sent = new ConcurrentHashMap<>();

  /** Makes a network without ranks. */
  public HostileNetwork(Manners manners) {
    this.manners = manners;
  }

  /** Adds a rank; its endpoint is the number of ranks before it. */
  public Transport join(LocalRank rank, long seed) {
    return join(transports.size(), rank, seed);
  }

  /** Adds the rank of an endpoint; any thread. */
  public Transport join(int endpoint, LocalRank rank, long seed) {
    HostileTransport transport = new HostileTransport(endpoint, rank, seed);
    transports.put(endpoint, transport);
    return transport;
  }

  /** Number of records of a kind that all ranks have sent. */
  public long sent(int kind) {
    LongAdder counted = sent.get(kind);
    return counted == null ? 0 : counted.sum();
  }

  private HostileTransport transport(int endpoint) {
    HostileTransport known = transports.get(endpoint);
    if (known == null) {
      throw new IllegalStateException("endpoint " + endpoint + " has not joined");
    }
    return known;
  }

  /**
   * A record on its way.
   *
   * @param fragment in which its data are, or negative
   * @param fragmentBytes how many
   */
  private record Travelling(EncodedRecord record, int fragment, int fragmentBytes, int due) {}

  /** The records on their way from one rank to another; guarded by itself. */
  private static final class Wire {
    final int source;
    final ArrayDeque<Travelling> records = new ArrayDeque<>();
    boolean starving;

    Wire(int source) {
      this.source = source;
    }
  }

  private final class HostileTransport implements Transport {
    private final int endpoint;
    private final LocalRank rank;
    private final Random random;
    private final List<Wire> inbound = new ArrayList<>();
    private final MemorySegment pool;
    private final boolean[] used = new boolean[manners.fragments];
    private final boolean[] unsolicited = new boolean[manners.fragments];
    private final Map<Long, MemorySegment> registered = new ConcurrentHashMap<>();
    private final AtomicLong lastKey = new AtomicLong();

    /** Writes to the memory of this rank that have not happened yet; guarded by itself. */
    private final ArrayDeque<Runnable> late = new ArrayDeque<>();

    private int admitted;
    private int promised;
    private int polls;
    private volatile boolean impatient;

    HostileTransport(int endpoint, LocalRank rank, long seed) {
      this.endpoint = endpoint;
      this.rank = rank;
      this.random = new Random(seed);
      this.pool = MemorySegment.ofArray(new byte[manners.fragments * manners.fragmentBytes]);
    }

    @Override
    public String name() {
      return "hostile";
    }

    @Override
    public Link connect(int peer) {
      HostileTransport target = transport(peer);
      Wire wire = new Wire(endpoint);
      synchronized (target.inbound) {
        target.inbound.add(wire);
      }
      return new HostileLink(this, target, wire);
    }

    @Override
    public int poll(Sink sink, int limit) {
      polls++;
      if (impatient || random.nextInt(4) == 0) {
        writeLate();
      }
      List<Wire> wires;
      synchronized (inbound) {
        wires = new ArrayList<>(inbound);
      }
      int count = 0;
      int first = wires.isEmpty() ? 0 : random.nextInt(wires.size());
      for (int i = 0; i < wires.size(); i++) {
        count += drain(wires.get((first + i) % wires.size()), sink, limit - count);
      }
      return count;
    }

    private int drain(Wire wire, Sink sink, int limit) {
      int count = 0;
      while (count < limit) {
        Travelling next;
        synchronized (wire) {
          next = wire.records.peek();
          if (next == null || (next.due > polls && !impatient)) {
            return count;
          }
          wire.records.poll();
          if (wire.starving) {
            wire.starving = false;
            transport(wire.source).wake();
          }
        }
        count++;
        deliver(wire.source, next, sink);
      }
      return count;
    }

    private void deliver(int source, Travelling next, Sink sink) {
      if (next.fragment < 0) {
        next.record.deliver(sink);
        return;
      }
      HostileTransport owner = transport(source);
      long offset = (long) next.fragment * manners.fragmentBytes;
      RecordView view = next.record.view();
      view.lendPayload(owner.pool, offset, next.fragmentBytes, owner::release, next.fragment);
      try {
        sink.onRecord(view);
      } finally {
        view.returnPayload();
      }
    }

    /** How many fragments are free; by a thread that has {@link #used}. */
    int free() {
      int free = 0;
      for (boolean each : used) {
        free += each ? 0 : 1;
      }
      return free;
    }

    void release(int number) {
      synchronized (used) {
        used[number] = false;
        if (unsolicited[number]) {
          unsolicited[number] = false;
          admitted--;
        }
      }
      wake();
    }

    void wake() {
      if (manners.rings) {
        rank.ringDoorbell();
      }
    }

    void writeLate() {
      synchronized (late) {
        for (Runnable next = late.poll(); next != null; next = late.poll()) {
          next.run();
        }
      }
    }

    @Override
    public @Nullable Region register(MemorySegment memory) {
      if (manners.operations == RemoteOperations.NONE) {
        return null;
      }
      long key = lastKey.incrementAndGet();
      registered.put(key, memory);
      return new Region(memory, key, () -> registered.remove(key));
    }

    @Override
    public long armDoorbell() {
      impatient = true;
      return manners.rings ? Long.MAX_VALUE : LOOKS_AGAIN_NS;
    }

    @Override
    public void disarmDoorbell() {
      impatient = false;
    }
  }

  private final class HostileLink implements Link {
    private final HostileTransport own;
    private final HostileTransport target;
    private final Wire wire;
    private final EncodedRecord.Writer writer;

    /** The part that has begun and keeps everything else out until its end, as on a stream. */
    private final AtomicReference<@Nullable DataTransfer> begun = new AtomicReference<>();

    HostileLink(HostileTransport own, HostileTransport target, Wire wire) {
      this.own = own;
      this.target = target;
      this.wire = wire;
      this.writer =
          new EncodedRecord.Writer(own.endpoint, manners.inlineLimit, record -> put(record, -1, 0));
    }

    @Override
    public int peer() {
      return target.endpoint;
    }

    @Override
    public Capabilities capabilities() {
      return new Capabilities(
          manners.inlineLimit,
          Capabilities.Memory.NONE,
          manners.operations,
          manners.fragmentBytes > 0);
    }

    @Override
    public boolean eagerOpen() {
      return target.rank.eagerOpen();
    }

    @Override
    public @Nullable RecordWriter claim(int payloadBytes) {
      if (payloadBytes > manners.inlineLimit) {
        throw new AssertionError("the engine offers what this link does not carry");
      }
      return begun.get() == null && hasRoom() ? writer.claim(payloadBytes) : null;
    }

    private boolean hasRoom() {
      synchronized (wire) {
        if (wire.records.size() >= ROOM) {
          wire.starving = true;
          return false;
        }
        return own.random.nextInt(100) >= manners.refusedPercent || own.impatient;
      }
    }

    private void put(EncodedRecord record, int fragment, int fragmentBytes) {
      sent.computeIfAbsent(record.view().kind(), kind -> new LongAdder()).increment();
      synchronized (wire) {
        int due = target.polls + own.random.nextInt(manners.longestDelay + 1);
        wire.records.add(new Travelling(record, fragment, fragmentBytes, due));
      }
    }

    @Override
    public void ringDoorbell() {
      target.wake();
    }

    @Override
    public @Nullable RemoteMemory open(long key, long bytes) {
      MemorySegment memory = target.registered.get(key);
      return memory == null ? null : new LateMemory(target, memory);
    }

    @Override
    public boolean admitUnsolicited(long bytes) {
      if (manners.fragmentBytes == 0) {
        return false;
      }
      long needed = Math.ceilDiv(bytes, manners.fragmentBytes);
      synchronized (own.used) {
        if (own.admitted + needed > manners.fragments / 2 || own.free() < own.promised + needed) {
          return false;
        }
        own.admitted += (int) needed;
        own.promised += (int) needed;
        return true;
      }
    }

    @Override
    public boolean sendWhole(
        int header, long context, int tag, Object base, long byteOffset, long bytes) {
      if (bytes > manners.fragmentBytes || begun.get() != null || !hasRoom()) {
        return false;
      }
      int number = reserve(false);
      if (number < 0) {
        return false;
      }
      boolean copied = false;
      try {
        long place = (long) number * manners.fragmentBytes;
        MemoryCopy.toSegment(base, byteOffset, own.pool, place, bytes);
        copied = true;
      } finally {
        if (!copied) {
          own.release(number);
        }
      }
      byte[] none = new byte[0];
      put(
          EncodedRecord.of(own.endpoint, header, context, tag, bytes, 0, none),
          number,
          (int) bytes);
      return true;
    }

    @Override
    public @Nullable DataTransfer sendData(
        long cookie, long at, Object base, long byteOffset, long bytes, boolean solicited) {
      int number = reserve(solicited);
      if (number < 0) {
        return null;
      }
      int length = (int) Math.min(bytes, manners.fragmentBytes);
      return new DataTransfer() {
        @Override
        public long bytes() {
          return length;
        }

        @Override
        public void move() {
          long place = (long) number * manners.fragmentBytes;
          MemoryCopy.toSegment(base, byteOffset, own.pool, place, length);
          if (own.random.nextBoolean()) {
            begun.compareAndSet(null, this);
          }
        }

        @Override
        public boolean hasBegun() {
          return begun.get() == this;
        }

        @Override
        public boolean handOver() {
          DataTransfer first = begun.get();
          if (first != null && first != this || !hasRoom()) {
            return false;
          }
          begun.compareAndSet(this, null);
          int header = Envelope.header(Envelope.FRAGMENT, 0, 0);
          byte[] none = new byte[0];
          put(EncodedRecord.of(own.endpoint, header, 0, 0, at, cookie, none), number, length);
          return true;
        }

        @Override
        public void drop() {
          begun.compareAndSet(this, null);
          own.release(number);
        }
      };
    }

    @Override
    public boolean isCrowdedOut() {
      return true;
    }

    private int reserve(boolean solicited) {
      synchronized (own.used) {
        if (solicited && own.free() <= own.promised) {
          return -1;
        }
        for (int i = 0; i < manners.fragments; i++) {
          boolean refused = own.random.nextInt(100) < manners.refusedPercent && !own.impatient;
          if (!own.used[i] && !refused) {
            own.used[i] = true;
            own.unsolicited[i] = !solicited;
            own.promised -= solicited ? 0 : 1;
            return i;
          }
        }
        return -1;
      }
    }
  }

  /** Memory of a peer where what is put arrives some time, at the latest with a flush. */
  private record LateMemory(HostileTransport owner, MemorySegment memory) implements RemoteMemory {
    @Override
    public long byteSize() {
      return memory.byteSize();
    }

    @Override
    public void put(Object base, long byteOffset, long at, long bytes, Completion local) {
      MemorySegment copy = MemorySegment.ofArray(new byte[(int) bytes]);
      MemoryCopy.toSegment(base, byteOffset, copy, 0, bytes);
      synchronized (owner.late) {
        owner.late.add(() -> MemorySegment.copy(copy, 0, memory, at, bytes));
      }
      local.complete(0);
    }

    @Override
    public void get(long at, Object base, long byteOffset, long bytes, Completion done) {
      MemoryCopy.copy(memory, at, base, byteOffset, bytes);
      done.complete(0);
    }

    @Override
    public void flush(Completion remote) {
      owner.writeLate();
      remote.complete(0);
    }
  }
}
