package org.ronsel.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ronsel.Comm;
import org.ronsel.Op;
import org.ronsel.Request;
import org.ronsel.Status;
import org.ronsel.engine.message.EagerSend;
import org.ronsel.engine.message.ReceiveOperation;
import org.ronsel.engine.message.SendOperation;
import org.ronsel.engine.message.SendProtocol;
import org.ronsel.harness.Ranks;

/**
 * What communication allocates once the compiler is through with it. A batch counts when nothing
 * disturbed it: a thread that parks, because the machine is busy, allocates a note of that.
 */
@Tag("allocation")
class AllocationTest {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final int ROUNDS = 100;
  private static final Duration ENOUGH = Duration.ofSeconds(40);

  /** One round of communication of a rank with its peer, which does the same. */
  @FunctionalInterface
  private interface Round {
    void run(Comm world, int peer, Status status);
  }

  /**
   * The fewest bytes that a round of a batch has allocated, the larger one of all ranks. Ends when
   * that is no more than {@code goal}.
   */
  private static double bytesPerRound(int ranks, double goal, Round round) {
    double[] result = new double[1];
    Ranks.run(
        ranks,
        world -> {
          Status status = new Status();
          int peer = world.size() - 1 - world.rank();
          double least = Double.MAX_VALUE;
          long deadline = System.nanoTime() + ENOUGH.toNanos();
          boolean goOn = true;
          while (goOn) {
            long before = THREADS.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < ROUNDS; i++) {
              round.run(world, peer, status);
            }
            long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
            least = Math.min(least, (double) allocated / ROUNDS);
            double worst = world.allReduce(least, Op.MAX);
            goOn = world.allReduce(worst > goal && System.nanoTime() - deadline < 0, Op.LAND);
            result[0] = worst;
          }
        });
    return result[0];
  }

  private static long sizeOf(Supplier<Object> maker) {
    Object[] kept = new Object[1000];
    kept[0] = maker.get(); // initialises its class
    long before = THREADS.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < kept.length; i++) {
      kept[i] = maker.get();
    }
    return (THREADS.getCurrentThreadAllocatedBytes() - before) / kept.length;
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 100, 1000})
  void anEagerMessageAllocatesNothing(int length) {
    double[] out = new double[length];
    double[] in = new double[length];
    double bytes =
        bytesPerRound(
            1,
            0,
            (world, self, status) -> {
              world.send(out, self, 1);
              world.receive(in, self, 1, status);
            });
    assertThat(bytes).isZero();
  }

  @Test
  void anEagerMessageToAPostedReceiveAllocatesTheRequestOfTheReceive() {
    long request = sizeOf(() -> new ReceiveOperation(anyEngine()));
    byte[] out = new byte[10];
    byte[] in = new byte[10];
    double bytes =
        bytesPerRound(
            1,
            request,
            (world, self, status) -> {
              Request receive = world.iReceive(in, self, 1);
              world.send(out, self, 1);
              receive.await(LONG);
            });
    assertThat(bytes).isEqualTo(request);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 100_000})
  void blockingSendAndReceiveIntoASuppliedStatusAllocateNothing(int length) {
    double[][] buffers = new double[2][length];
    double bytes =
        bytesPerRound(
            2,
            0,
            (world, peer, status) -> {
              double[] buffer = buffers[world.rank()];
              if (world.rank() == 0) {
                world.send(buffer, peer, 1);
                world.receive(buffer, peer, 1, status);
              } else {
                world.receive(buffer, peer, 1, status);
                world.send(buffer, peer, 1);
              }
            });
    assertThat(bytes).isZero();
  }

  @Test
  void synchronousSendsAllocateNothing() {
    int[][] buffers = new int[2][10];
    double bytes =
        bytesPerRound(
            2,
            0,
            (world, peer, status) -> {
              int[] buffer = buffers[world.rank()];
              if (world.rank() == 0) {
                world.sendSynchronous(buffer, peer, 1);
                world.receive(buffer, peer, 1, status);
              } else {
                world.receive(buffer, peer, 1, status);
                world.sendSynchronous(buffer, peer, 1);
              }
            });
    assertThat(bytes).isZero();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 100_000})
  void nonblockingCallsAllocateTheirRequestsAlone(int length) {
    long ofSend =
        length == 1
            ? sizeOf(() -> new EagerSend(anyEngine()))
            : sizeOf(() -> new SendOperation(anyEngine(), anyProtocol()));
    long requests = ofSend + sizeOf(() -> new ReceiveOperation(anyEngine()));
    byte[][] out = new byte[2][length];
    byte[][] in = new byte[2][length];
    double bytes =
        bytesPerRound(
            2,
            requests,
            (world, peer, status) -> {
              Request receive = world.iReceive(in[world.rank()], peer, 1);
              Request send = world.iSend(out[world.rank()], peer, 1);
              receive.await(LONG);
              send.await(LONG);
            });
    assertThat(bytes).isEqualTo(requests);
  }

  private static final Duration LONG = Duration.ofMinutes(1);

  @SuppressWarnings("NullAway")
  private static Engine anyEngine() {
    return null;
  }

  @SuppressWarnings("NullAway")
  private static SendProtocol anyProtocol() {
    return null;
  }
}
