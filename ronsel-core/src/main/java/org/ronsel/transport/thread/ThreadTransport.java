package org.ronsel.transport.thread;

import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.ronsel.transport.HostMemory;
import org.ronsel.transport.Link;
import org.ronsel.transport.LocalRank;
import org.ronsel.transport.RecordWriter;
import org.ronsel.transport.Sink;
import org.ronsel.transport.Transport;
import org.ronsel.transport.ring.Inbox;

/** The transport between ranks of one JVM: each rank has one inbox, into which its peers write. */
public final class ThreadTransport implements Transport {
  private final int endpoint;
  private final Inbox inbox;
  private final LocalRank self;
  private final IntFunction<ThreadTransport> directory;
  private final @Nullable HostMemory memory;

  /**
   * Makes the transport of one rank.
   *
   * @param slots size of the inbox, a power of two
   * @param self how peers see this rank
   * @param directory finds the transports of the other ranks of this JVM
   */
  public ThreadTransport(
      int endpoint, int slots, LocalRank self, IntFunction<ThreadTransport> directory) {
    this(endpoint, slots, self, directory, null);
  }

  ThreadTransport(
      int endpoint,
      int slots,
      LocalRank self,
      IntFunction<ThreadTransport> directory,
      @Nullable HostMemory memory) {
    this.memory = memory;
    this.endpoint = endpoint;
    this.inbox = new Inbox(slots);
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
    return new ThreadLink(endpoint, peer, target.inbox, target.self);
  }

  @Override
  public int poll(Sink sink, int limit) {
    return inbox.poll(sink, limit);
  }

  @Override
  public @Nullable HostMemory hostMemory() {
    return memory;
  }

  private static final class ThreadLink implements Link {
    private final int peer;
    private final Inbox inbox;
    private final Inbox.Producer producer;
    private final LocalRank receiver;
    private final int inlineLimit;

    ThreadLink(int source, int peer, Inbox inbox, LocalRank receiver) {
      this.peer = peer;
      this.inbox = inbox;
      this.producer = inbox.producer(source);
      this.receiver = receiver;
      this.inlineLimit = inbox.inlineLimit();
    }

    @Override
    public int peer() {
      return peer;
    }

    @Override
    public int inlineLimit() {
      return inlineLimit;
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
    public void ring() {
      receiver.ring();
    }

    @Override
    public boolean help() {
      return inbox.hasRecord() && receiver.help();
    }

    @Override
    public boolean sharesHeap() {
      return true;
    }
  }
}
