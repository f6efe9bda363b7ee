package org.ronsel.engine;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.ronsel.data.ElementType;
import org.ronsel.engine.message.ReceiveOperation;
import org.ronsel.engine.request.EngineLock;
import org.ronsel.engine.request.Operation;
import org.ronsel.transport.Envelope;
import org.ronsel.transport.RecordHandler;
import org.ronsel.transport.RecordView;
import org.ronsel.transport.Transport;
import org.ronsel.transport.ring.Inbox;
import org.ronsel.transport.ring.RingProducer;
import org.ronsel.transport.ring.SharedRing;
import org.ronsel.transport.thread.ThreadTransport;

/**
 * Measures the steps of an eager message of 8 bytes, one by one, on one core, each in a loop of its
 * own. Where a step has two forms, the second is that of a rank that is not alone: a lock that
 * several threads use, a doorbell on which a thread may wait, a ring with many producers. The
 * median of the samples is insensitive to other load.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class MessageSteps {
  /** Number of steps of a sample, so that microseconds of a sample are nanoseconds of a step. */
  private static final int STEPS = 1000;

  private static final int BYTES = 8;
  private static final int TAG = 5;
  private static final int SLOTS = 1024;

  private final byte[] buffer = new byte[BYTES];
  private final EngineLock alone = new EngineLock(10);
  private final EngineLock shared = new EngineLock(Integer.MAX_VALUE);
  private final Inbox inbox = new Inbox(SLOTS, 1, SLOTS, SLOTS);
  private final RingProducer own = inbox.producer(0);
  private final RingProducer common = inbox.commonProducer(0);
  private final RecordHandler reader = this::read;
  private final Engine[] engines = new Engine[2];
  private final RingProducer toProcess;
  private final SharedRing.Consumer inProcess;

  /** Sum of the values that are read, so that the compiler removes no read. */
  long sum;

  /** Creates a ring as between processes. */
  public MessageSteps() {
    MemorySegment memory = Arena.ofAuto().allocate(SharedRing.bytes(SLOTS), 128);
    SharedRing.initialise(memory, 1);
    toProcess = new SharedRing.Producer(memory, 0);
    inProcess = new SharedRing.Consumer(memory);
  }

  /** Creates two ranks. */
  @Setup
  public void begin() {
    Doorbell[] doorbells = {new Doorbell(), new Doorbell()};
    ThreadTransport[] transports = new ThreadTransport[2];
    for (int i = 0; i < 2; i++) {
      Inbox of = new Inbox(SLOTS, 1, SLOTS, SLOTS);
      transports[i] = new ThreadTransport(i, of, doorbells[i], peer -> transports[peer]);
    }
    for (int i = 0; i < 2; i++) {
      Transport transport = transports[i];
      EngineOptions options = EngineOptions.fromProperties(false);
      engines[i] =
          new Engine(i, new Transport[] {transport}, peer -> transport, doorbells[i], options);
    }
    engines[0].send(false, 0, 1, TAG, ElementType.BYTE, buffer, 0, BYTES);
    receive();
  }

  private void read(RecordView record) {
    sum += record.cookie() + record.tag();
  }

  private void receive() {
    ReceiveOperation receive = engines[1].receive(0, 0, TAG, ElementType.BYTE, buffer, 0, BYTES);
    engines[1].recycle(receive);
  }

  private static void take(EngineLock lock) {
    lock.acquire();
    lock.release();
  }

  /** The lock of a rank that one thread uses. */
  @Benchmark
  public void lockBiased() {
    for (int i = 0; i < STEPS; i++) {
      take(alone);
    }
  }

  /** The lock of a rank that several use: an atomic instruction. */
  @Benchmark
  public void lockShared() {
    for (int i = 0; i < STEPS; i++) {
      take(shared);
    }
  }

  private void write(RingProducer to) {
    if (to.claim(BYTES)) {
      to.envelope(Envelope.header(Envelope.EAGER, 1, 0), 0, TAG, BYTES, 0);
      to.payload(buffer, 0);
      to.commit();
    }
  }

  /** A record that is written and read, in a sender's own ring between threads. */
  @Benchmark
  public void recordOwnRing() {
    for (int i = 0; i < STEPS; i++) {
      write(own);
      inbox.poll(reader, 8);
    }
  }

  /** A record in the ring that many senders share: an atomic instruction. */
  @Benchmark
  public void recordCommonRing() {
    for (int i = 0; i < STEPS; i++) {
      write(common);
      inbox.poll(reader, 8);
    }
  }

  /** A record in a ring between processes. */
  @Benchmark
  public void recordProcesses() {
    for (int i = 0; i < STEPS; i++) {
      write(toProcess);
      inProcess.drain(reader, 8);
    }
  }

  /** A poll of an empty inbox. */
  @Benchmark
  public void emptyPoll() {
    for (int i = 0; i < STEPS; i++) {
      sum += inbox.poll(reader, 8);
    }
  }

  /** Eight polls of a waiting rank, with its lock, of an empty inbox. */
  @Benchmark
  public void emptyProgress() {
    for (int i = 0; i < STEPS; i++) {
      sum += engines[1].progress.pollRepeatedly() ? 1 : 0;
    }
  }

  /** The ring at the doorbell of a rank that does not park. */
  @Benchmark
  public void ringAtRest() {
    engines[1].waiting.letRest();
    for (int i = 0; i < STEPS; i++) {
      engines[1].waiting.ringDoorbell();
    }
  }

  /** The additional cost where the rank may park: a fence. */
  @Benchmark
  public void fence() {
    for (int i = 0; i < STEPS; i++) {
      VarHandle.fullFence();
    }
  }

  /** A receive posted, and withdrawn. */
  @Benchmark
  public void post() {
    for (int i = 0; i < STEPS; i++) {
      Operation posted = engines[1].startReceive(0, 0, TAG, ElementType.BYTE, buffer, 0, BYTES);
      sum += posted.cancel() ? 1 : 0;
    }
  }

  /** The whole path: a message is sent and received. */
  @Benchmark
  public void whole() {
    for (int i = 0; i < STEPS; i++) {
      engines[0].send(false, 0, 1, TAG, ElementType.BYTE, buffer, 0, BYTES);
      receive();
    }
  }

  /** The whole path without waits, as in a window of messages. */
  @Benchmark
  public void wholeNonblocking() {
    for (int i = 0; i < STEPS; i++) {
      Operation receive = engines[1].startReceive(0, 0, TAG, ElementType.BYTE, buffer, 0, BYTES);
      Operation send = engines[0].startSend(false, 0, 1, TAG, ElementType.BYTE, buffer, 0, BYTES);
      engines[1].await(receive);
      engines[0].await(send);
    }
  }
}
