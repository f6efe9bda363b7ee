package org.ronsel.transport.thread;

import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.ronsel.machine.MeasuredCopy;
import org.ronsel.transport.Capabilities;
import org.ronsel.transport.DirectMemory;
import org.ronsel.transport.Link;
import org.ronsel.transport.LocalRank;
import org.ronsel.transport.RecordWriter;
import org.ronsel.transport.Region;
import org.ronsel.transport.RemoteMemory;
import org.ronsel.transport.Sink;
import org.ronsel.transport.Transport;
import org.ronsel.transport.ring.Inbox;
import org.ronsel.transport.ring.RingProducer;

/** The transport between ranks of one JVM: each rank has one inbox, into which its peers write. */
public final class ThreadTransport implements Transport {
  private final int endpoint;
  private final Inbox inbox;
  private final LocalRank self;
  private final IntFunction<ThreadTransport> directory;
  private final Map<Long, MemorySegment> registered = new ConcurrentHashMap<>();
  private final AtomicLong lastKey = new AtomicLong();

  /**
   * Makes the transport of one rank.
   *
   * @param inbox into which the peers write
   * @param self how peers see this rank
   * @param directory finds the transports of the other ranks of this JVM
   */
  public ThreadTransport(
      int endpoint, Inbox inbox, LocalRank self, IntFunction<ThreadTransport> directory) {
    this.endpoint = endpoint;
    this.inbox = inbox;
    this.self = self;
    this.directory = directory;
  }

  @Override
  public String name() {
    return "thread";
  }

  @Override
  public Link connect(int peer) {
    ThreadTransport target = directory.apply(peer);
    return new ThreadLink(endpoint, peer, target);
  }

  @Override
  public int poll(Sink sink, int limit) {
    return inbox.poll(sink, limit);
  }

  @Override
  public Region register(MemorySegment own) {
    long number = lastKey.incrementAndGet();
    registered.put(number, own);
    return new Region(own, number, () -> registered.remove(number));
  }

  private static final class ThreadLink implements Link {
    private final int peer;
    private final Inbox inbox;
    private final RingProducer producer;
    private final LocalRank receiver;
    private final Map<Long, MemorySegment> registered;
    private final Capabilities capabilities;

    /** To and from memory of the peer. */
    private final MeasuredCopy copies = new MeasuredCopy();

    ThreadLink(int source, int peer, ThreadTransport target) {
      this.peer = peer;
      this.inbox = target.inbox;
      this.producer = source == peer ? inbox.commonProducer(source) : inbox.producer(source);
      this.receiver = target.self;
      this.registered = target.registered;
      this.capabilities =
          new Capabilities(
              inbox.inlineLimit(),
              Capabilities.Memory.HEAP,
              Capabilities.RemoteOperations.ALL,
              false);
    }

    @Override
    public int peer() {
      return peer;
    }

    @Override
    public Capabilities capabilities() {
      return capabilities;
    }

    @Override
    public boolean eagerOpen() {
      return receiver.eagerOpen();
    }

    @Override
    public @Nullable RecordWriter claim(int payloadBytes) {
      return producer.claim(payloadBytes) ? producer : null;
    }

    @Override
    public void ringDoorbell() {
      receiver.ringDoorbell();
    }

    @Override
    public boolean help() {
      return inbox.hasRecord() && receiver.help();
    }

    @Override
    public @Nullable RemoteMemory open(long key, long bytes) {
      MemorySegment found = registered.get(key);
      return found == null || found.byteSize() != bytes
          ? null
          : new DirectMemory(found, found.isMapped() ? MeasuredCopy.NEVER : copies);
    }
  }
}
