package org.ronsel.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ronsel.Datatype;
import org.ronsel.LockType;
import org.ronsel.Op;
import org.ronsel.ProcessFailedException;
import org.ronsel.Request;
import org.ronsel.Window;
import org.ronsel.machine.ForkedJvm;
import org.ronsel.requirements.Requires;

/** The options of a job that say which process carries out operations on windows without hints. */
class WindowSettingsTest {
  @BeforeEach
  void sharedMemory() {
    Requires.sharedMemory();
  }

  @ParameterizedTest
  @CsvSource({
    "progress, -Dronsel.window.progress=ghost, ghost",
    "progress, -Dronsel.window.progress=target, target",
    "binding, -Dronsel.window.binding=rank, the ghost of the rank",
    "binding, -Dronsel.window.binding=segments, all ghosts",
    "predictor, -Dronsel.window.predictor=presence -Dronsel.window.progress=auto, target",
    "predictor, -Dronsel.window.predictor=frequency -Dronsel.window.progress=auto, ghost"
  })
  void anOptionOfTheJobHoldsForWindowsWithoutHint(String what, String options, String who)
      throws Exception {
    List<String> all =
        Stream.concat(Stream.of(ForkedJvm.NATIVE), Stream.of(options.split(" "))).toList();
    try (ForkedJvm jvm = ForkedJvm.start(Looks.class, all, what)) {
      assertThat(jvm.finish()).isEqualTo(who);
    }
  }

  /** Finds out who carries out operations on rank 0, and prints it. */
  static final class Looks {
    private static final int ORIGIN = 1;
    private static final int LENGTH = 100;
    private static final int MANY = 2000;

    private Looks() {}

    public static void main(String[] arguments) {
      try (HostRanks ranks = HostRanks.withGhosts(2, 2, "a", "b")) {
        Ranks.run(
            ranks,
            world -> {
              try (Window window = Window.allocate(world, Datatype.LONG, LENGTH)) {
                world.barrier();
                if (world.rank() == ORIGIN) {
                  System.out.println(
                      switch (arguments[0]) {
                        case "binding" -> binding(ranks, window);
                        case "predictor" -> afterMany(window);
                        default -> who(window);
                      });
                }
                world.barrier();
              }
            });
      }
    }

    private static String who(Window window) {
      return window.progressIsAsynchronous(0) ? "ghost" : "target";
    }

    /**
     * Rank 0 waits in one call all the time. Who looks at the moment sees that; who looks at the
     * time of calls that are over does not.
     */
    private static String afterMany(Window window) {
      window.lockAll();
      for (int i = 0; i < MANY && window.progressIsAsynchronous(0); i++) {
        window.fetchAndOp(1L, 0, 0, Op.SUM);
      }
      window.unlockAll();
      return who(window);
    }

    /** The other ghost of the host fails while a get of all elements is under way. */
    private static String binding(HostRanks ranks, Window window) throws InterruptedException {
      int other = 4; // ghosts 2 and 4 are on the host of rank 0
      window.lock(LockType.SHARED, 0);
      ranks.stopGhost(other);
      Request all = window.rGet(new long[LENGTH], 0, LENGTH, 0, 0);
      ranks.failJvm(other);
      String who = "the ghost of the rank";
      try {
        all.await();
      } catch (ProcessFailedException lost) {
        who = "all ghosts";
      }
      window.unlock(0);
      return who;
    }
  }
}
