package org.ronsel.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.ronsel.Comm;
import org.ronsel.Datatype;
import org.ronsel.Op;
import org.ronsel.Request;
import org.ronsel.Window;
import org.ronsel.requirements.Requires;
import org.ronsel.transport.HostileNetwork;

/**
 * A rank that makes no progress, since it computes, delays what is sent to it and nothing else
 * (MPI-4.1, 3.5 and 3.7.4).
 */
class IndependentProgressTest {
  private static final int RANKS = 10;
  private static final int ANNOUNCED = 1;
  private static final int DATA = 2;

  /** More than a socket takes of which nobody reads. */
  private static final int LONG_BYTES = 16 << 20;

  @BeforeAll
  static void needsSharedMemory() {
    Requires.sharedMemory();
  }

  static Stream<Arguments> placements() {
    RankGroup.Placement threads = ThreadRanks::start;
    RankGroup.Placement processes = HostRanks::processes;
    RankGroup.Placement hybrid = ranks -> new HostRanks(ranks, ranks / 2);
    RankGroup.Placement hosts = ranks -> new HostRanks(ranks, ranks, hosts(ranks));
    return Stream.of(
        Arguments.of("threads", threads, LONG_BYTES),
        Arguments.of("processes", processes, LONG_BYTES),
        Arguments.of("hybrid", hybrid, LONG_BYTES),
        Arguments.of("hosts", hosts, LONG_BYTES),
        Arguments.of(
            "hostile", HostileRanks.with(HostileNetwork.Manners.SMALL_FRAGMENTS), 100_000));
  }

  private static String[] hosts(int count) {
    String[] hosts = new String[count];
    Arrays.setAll(hosts, i -> "host" + i);
    return hosts;
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("placements")
  void messagesOfAnyLengthPassThoseToRanksThatCompute(
      String name, RankGroup.Placement placement, int bytes) {
    int quick = RANKS - 1;
    CountDownLatch computing = new CountDownLatch(RANKS - 2);
    CountDownLatch told = new CountDownLatch(1);
    byte[] sent = new byte[bytes];
    Arrays.fill(sent, (byte) 7);
    try (RankGroup ranks = placement.start(RANKS)) {
      Ranks.run(
          ranks,
          world -> {
            if (world.rank() == 0) {
              sendToAll(world, sent, computing);
            } else if (world.rank() == quick) {
              for (int length = 1; length <= bytes; length *= 10) {
                byte[] got = new byte[length];
                world.receive(got, 0, DATA);
                assertThat(got[length - 1]).isEqualTo((byte) 7);
              }
              told.countDown();
            } else {
              byte[] got = new byte[bytes];
              Request receive = world.iReceive(got, 0, DATA);
              world.receive(new byte[1], 0, ANNOUNCED);
              computing.countDown();
              told.await();
              receive.await();
              assertThat(got[bytes - 1]).isEqualTo((byte) 7);
            }
          });
    }
  }

  private static void sendToAll(Comm world, byte[] data, CountDownLatch computing)
      throws InterruptedException {
    int quick = world.size() - 1;
    List<Request> sends = new ArrayList<>();
    for (int peer = 1; peer < quick; peer++) {
      sends.add(world.iSend(data, peer, DATA));
      sends.add(world.iSend(new byte[1], peer, ANNOUNCED));
    }
    while (computing.getCount() > 0) {
      for (Request send : sends) {
        send.test();
      }
    }
    for (int length = 1; length <= data.length; length *= 10) {
      world.send(Arrays.copyOf(data, length), quick, DATA);
    }
    Request.awaitAll(sends.toArray(new Request[0]));
  }

  /** Also where only a target's progress operates on its memory. */
  @ParameterizedTest(name = "{0}")
  @MethodSource("placements")
  void operationsOnMemoryPassThoseOnMemoryOfRanksThatCompute(
      String name, RankGroup.Placement placement, int bytes) {
    int quick = RANKS - 1;
    CountDownLatch computing = new CountDownLatch(RANKS - 2);
    CountDownLatch flushed = new CountDownLatch(1);
    byte[] data = new byte[bytes];
    Arrays.fill(data, (byte) 7);
    try (RankGroup ranks = placement.start(RANKS)) {
      Ranks.run(
          ranks,
          world -> {
            try (Window window = Window.allocate(world, Datatype.BYTE, bytes)) {
              world.barrier();
              if (world.rank() == 0) {
                computing.await();
                window.lockAll(Window.Assertion.NO_CHECK);
                for (int peer = 1; peer < quick; peer++) {
                  window.put(data, peer, 0);
                }
                byte[] got = new byte[bytes];
                window.put(data, quick, 0);
                window.flush(quick);
                window.get(got, quick, 0);
                window.accumulate(new byte[] {1}, quick, 0, Op.SUM);
                window.flush(quick);
                assertThat(got).isEqualTo(data);
                flushed.countDown();
                window.unlockAll();
              } else if (world.rank() != quick) {
                computing.countDown();
                flushed.await();
              }
              world.barrier();
            }
          });
    }
  }
}
