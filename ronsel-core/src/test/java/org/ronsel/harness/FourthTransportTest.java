package org.ronsel.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ronsel.conformance.RandomCollectives;
import org.ronsel.conformance.RandomTraffic;
import org.ronsel.machine.ForkedJvm;
import org.ronsel.requirements.Requires;
import org.ronsel.transport.FourthTransportProvider;

/** A transport joins as a service: neither runtime nor engine know of it. */
class FourthTransportTest {
  private static final int RANKS = 4;
  private static final int JVMS = 3; // with rank 0, with rank 1, and with ranks 2 and 3

  @ParameterizedTest
  @CsvSource({
    "0-2, 0>2 0>3 2>0 3>0",
    "0-1, 0>1 1>0",
    "2-2, 2>2 2>3 3>2 3>3",
    "'0-1,1-2,0-2', 0>1 0>2 0>3 1>0 1>2 1>3 2>0 2>1 3>0 3>1"
  })
  void servesThePairsOfJvmsThatItReaches(String pairs, String connected) throws Exception {
    Requires.sharedMemory();
    List<String> options = List.of(ForkedJvm.NATIVE, "-Dtest.fourth=" + pairs);
    try (ForkedJvm jvm = ForkedJvm.start(Main.class, options)) {
      assertThat(jvm.finish()).isEqualTo(connected);
    }
  }

  /** Ranks that send to all others. */
  static final class Main {
    private Main() {}

    public static void main(String[] args) {
      try (HostRanks ranks = new HostRanks(RANKS, JVMS)) {
        Ranks.run(
            ranks,
            world -> {
              for (int to = 0; to < RANKS; to++) {
                world.iSend(new int[] {world.rank()}, to, 1).await();
              }
              for (int from = 0; from < RANKS; from++) {
                int[] in = new int[1];
                world.receive(in, from, 1);
                if (in[0] != from) {
                  throw new AssertionError(in[0] + " came from " + from);
                }
              }
              RandomTraffic.run(world, 7, 200, 3000);
              world.barrier();
              RandomCollectives.run(world, 7, 30, 300);
            });
        System.out.println(FourthTransportProvider.connected());
      }
    }
  }
}
