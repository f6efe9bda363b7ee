package org.ronsel.microbench;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.ronsel.data.ElementType;
import org.ronsel.engine.Doorbell;
import org.ronsel.engine.Engine;
import org.ronsel.engine.EngineOptions;
import org.ronsel.engine.message.ReceiveOperation;
import org.ronsel.transport.Transport;
import org.ronsel.transport.ring.Inbox;
import org.ronsel.transport.thread.ThreadTransport;

/**
 * Measures the instructions on the path of an eager message: two ranks of one JVM, both run by one
 * thread, so that no cache line moves between cores. An operation is a message there and one back.
 * {@code -prof gc} shows that nothing is allocated.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class MessagePath {
  private static final int TAG = 5;

  /** Length of a message. */
  @Param({"8", "1024"})
  public int bytes;

  private final Engine[] engines = new Engine[2];
  private byte[] buffer;

  /** Creates the ranks. */
  @Setup
  public void begin() {
    buffer = new byte[bytes];
    Doorbell[] doorbells = {new Doorbell(), new Doorbell()};
    ThreadTransport[] transports = new ThreadTransport[2];
    for (int i = 0; i < 2; i++) {
      transports[i] =
          new ThreadTransport(
              i, new Inbox(1024, 1, 512, 1024), doorbells[i], peer -> transports[peer]);
    }
    for (int i = 0; i < 2; i++) {
      Transport own = transports[i];
      EngineOptions options = EngineOptions.fromProperties(false);
      engines[i] = new Engine(i, new Transport[] {own}, peer -> own, doorbells[i], options);
    }
  }

  private void pass(int from, int to) {
    engines[from].send(false, 0, to, TAG, ElementType.BYTE, buffer, 0, bytes);
    ReceiveOperation receive =
        engines[to].receive(0, from, TAG, ElementType.BYTE, buffer, 0, bytes);
    engines[to].recycle(receive);
  }

  /** A message there and one back. */
  @Benchmark
  public void thereAndBack() {
    pass(0, 1);
    pass(1, 0);
  }
}
