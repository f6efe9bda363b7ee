package org.ronsel.runtime.pmi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.ronsel.machine.NetworkChoice;

/** JVMs hear of each other's end, here threads of one; rank 1 reaches rank 0 by a detour. */
@Timeout(60)
class LifeLineTest {
  private static final int RANKS = 2;
  private static final long DEADLINE_S = 50;
  private static final Duration SILENCE = Duration.ofSeconds(2);

  /** Signs of life that a JVM gives in this time. */
  private static final int SIGNS = 6;

  /** Bytes that have passed the detour. */
  private final Semaphore passed = new Semaphore(0);

  private final Map<String, String> space = new ConcurrentHashMap<>();
  private final CyclicBarrier barrier = new CyclicBarrier(RANKS);
  private final BlockingQueue<String> told = new LinkedBlockingQueue<>();
  private final List<AutoCloseable> open = new CopyOnWriteArrayList<>();
  private final CountDownLatch besieged = new CountDownLatch(1);
  private volatile InetSocketAddress rankZero = new InetSocketAddress(0);
  private volatile boolean stuck;
  private volatile boolean asleep;

  /** The rank whose thread is interrupted when it looks for the first time. */
  private volatile int interrupted = -1;

  private final AtomicInteger looks = new AtomicInteger();

  /** Whether it still is when it looks later. */
  private final BlockingQueue<Boolean> interruptedAgain = new LinkedBlockingQueue<>();

  private final ServerSocket detour;

  LifeLineTest() throws IOException {
    detour = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  }

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable each : open) {
      each.close();
    }
    detour.close();
  }

  private ProcessManager manager(int rank) {
    return new TestProcessManager(rank, 1000, space, barrier) {
      /** The second meeting is about the address of rank 0. */
      @Override
      public String get(int ofRank, String key) throws IOException {
        String value = super.get(ofRank, key);
        if (!key.startsWith("ronsel-1-")) {
          return value;
        }
        rankZero = NetworkChoice.decode(Base64.getUrlDecoder().decode(value.split(":", 2)[1]));
        String letters =
            Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(
                    NetworkChoice.encode((InetSocketAddress) detour.getLocalSocketAddress()));
        return letters.length() + ":" + letters;
      }
    };
  }

  private LifeLine.Watcher watcher(int rank) {
    return new LifeLine.Watcher() {
      @Override
      public void lost(int lost, boolean said) {
        told.add(rank + " is told that " + lost + (said ? " fails" : " is lost"));
      }

      @Override
      public void look() {
        if (rank == interrupted && looks.incrementAndGet() == 1) {
          Thread.currentThread().interrupt();
        } else if (rank == interrupted) {
          interruptedAgain.add(Thread.currentThread().isInterrupted());
        }
        while (asleep) {
          LockSupport.parkNanos(1_000_000);
        }
      }
    };
  }

  private List<LifeLine> lines(boolean siege) throws Exception {
    Thread.ofPlatform().daemon().start(() -> serve(siege));
    try (ExecutorService threads = Executors.newFixedThreadPool(RANKS)) {
      List<Future<LifeLine>> started = new ArrayList<>();
      for (int rank = 0; rank < RANKS; rank++) {
        int own = rank;
        started.add(
            threads.submit(
                () ->
                    LifeLine.of(
                        manager(own),
                        ManagedWireUp.meet(manager(own), "host", "id"),
                        watcher(own),
                        SILENCE)));
      }
      List<LifeLine> lines = new ArrayList<>();
      for (Future<LifeLine> each : started) {
        lines.add(each.get(DEADLINE_S, TimeUnit.SECONDS));
      }
      return lines;
    }
  }

  /** Hands on what comes; the first connection after a siege, if there is to be one. */
  private void serve(boolean siege) {
    boolean first = true;
    try {
      while (true) {
        Socket from = detour.accept();
        Socket to = new Socket(rankZero.getAddress(), rankZero.getPort());
        open.add(from);
        open.add(to);
        if (siege && first) {
          besiege(to);
        }
        first = false;
        pass(from, to);
        pass(to, from);
      }
    } catch (IOException closed) {
      return;
    }
  }

  /** Until the connection that was there before is dropped. */
  private void besiege(Socket first) throws IOException {
    for (int i = 0; i < 200; i++) {
      open.add(new Socket(rankZero.getAddress(), rankZero.getPort()));
    }
    first.setSoTimeout(5_000);
    assertThat(first.getInputStream().read()).isEqualTo(-1);
    besieged.countDown();
  }

  private void pass(Socket from, Socket to) {
    Thread.ofPlatform()
        .daemon()
        .start(
            () -> {
              try (from;
                  to) {
                byte[] bytes = new byte[100];
                for (int count; (count = from.getInputStream().read(bytes)) >= 0; ) {
                  if (!stuck) {
                    passed.release(count);
                    to.getOutputStream().write(bytes, 0, count);
                  }
                }
              } catch (IOException closed) {
                return;
              }
            });
  }

  @Test
  void whatOneSaysTheOtherHears() throws Exception {
    List<LifeLine> lines = lines(false);
    lines.get(1).fail();
    assertThat(told.poll(DEADLINE_S, TimeUnit.SECONDS)).isEqualTo("0 is told that 1 fails");
    lines.get(0).close();
    assertThat(told).isEmpty();
  }

  @Test
  void aConnectionThatEndsIsALoss() throws Exception {
    var _ = lines(false);
    open.getFirst().close();
    assertThat(
            List.of(
                String.valueOf(told.poll(DEADLINE_S, TimeUnit.SECONDS)),
                String.valueOf(told.poll(DEADLINE_S, TimeUnit.SECONDS))))
        .containsExactlyInAnyOrder("0 is told that 1 is lost", "1 is told that 0 is lost");
  }

  /** Others who connect have a JVM's connection dropped at worst, and it comes again. */
  @Test
  void strangersKeepNobodyOut() throws Exception {
    List<LifeLine> lines = lines(true);
    assertThat(besieged.await(DEADLINE_S, TimeUnit.SECONDS)).isTrue();
    lines.get(0).fail();
    assertThat(told.poll(DEADLINE_S, TimeUnit.SECONDS)).isEqualTo("1 is told that 0 fails");
  }

  /** A thread that stayed interrupted would never wait again, and take a core. */
  @Test
  void aProgramMayInterruptTheThreadOfRankZero() throws Exception {
    interrupted = 0;
    var _ = lines(false);
    assertThat(interruptedAgain.take()).isFalse();
  }

  /** Waits for the signs of life of twice the time without which a JVM is lost. */
  private void awaitSigns() throws InterruptedException {
    passed.drainPermits();
    passed.acquire(RANKS * 2 * SIGNS);
  }

  /** The cable is cut: no connection ends by that. */
  @Test
  void aHostOfWhichNothingIsHeardIsLost() throws Exception {
    var _ = lines(false);
    awaitSigns();
    assertThat(told).as("there are signs of life").isEmpty();
    stuck = true;
    assertThat(
            List.of(
                String.valueOf(told.poll(DEADLINE_S, TimeUnit.SECONDS)),
                String.valueOf(told.poll(DEADLINE_S, TimeUnit.SECONDS))))
        .containsExactlyInAnyOrder("0 is told that 1 is lost", "1 is told that 0 is lost");
  }

  /**
   * Nothing has come in the meantime, as the others were stopped as well. There is nothing to wait
   * for but the time in which nothing happens.
   */
  @Test
  void whoWasStoppedItselfBlamesNobody() throws Exception {
    List<LifeLine> lines = lines(false);
    asleep = true;
    stuck = true;
    Thread.sleep(3 * SILENCE.toMillis());
    stuck = false;
    asleep = false;
    awaitSigns();
    assertThat(told).isEmpty();
    lines.get(1).fail();
    assertThat(told.poll(DEADLINE_S, TimeUnit.SECONDS)).isEqualTo("0 is told that 1 fails");
  }
}
