package org.ronsel.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ronsel.Datatype;
import org.ronsel.Info;
import org.ronsel.LockType;
import org.ronsel.Op;
import org.ronsel.Window;
import org.ronsel.requirements.Requires;

/** Windows of ranks on several hosts, where only a target's progress operates on its memory. */
class WindowProgressTest {
  /** How a rank looks. */
  enum Look {
    LOCKS {
      @Override
      boolean sees(Window window, int me) {
        int[] seen = new int[1];
        window.lock(LockType.SHARED, me);
        window.get(seen, me, 0);
        window.unlock(me);
        return seen[0] == 1;
      }
    },
    FLUSHES {
      @Override
      boolean sees(Window window, int me) {
        int[] seen = new int[1];
        window.get(seen, me, 0);
        window.flush(me);
        return seen[0] == 1;
      }
    },
    FLUSHES_ALL {
      @Override
      boolean sees(Window window, int me) {
        int[] seen = new int[1];
        window.get(seen, me, 0);
        window.flushLocalAll();
        return seen[0] == 1;
      }
    },
    FETCHES {
      @Override
      boolean sees(Window window, int me) {
        return window.fetchAndOp(0, me, 0, Op.NO_OP) == 1;
      }
    },
    SWAPS {
      @Override
      boolean sees(Window window, int me) {
        return window.compareAndSwap(1, 2, me, 0) == 1;
      }
    };

    abstract boolean sees(Window window, int me);
  }

  /** Buffers are free when their data are under way: for that nobody needs the target. */
  @Test
  void whatIsWrittenCompletesLocallyWhileItsTargetComputes() {
    Requires.sharedMemory();
    CountDownLatch complete = new CountDownLatch(1);
    try (HostRanks group = new HostRanks(2, 2, "a", "b")) {
      Ranks.run(
          group,
          world -> {
            try (Window window = Window.allocate(world, Datatype.INT, 3)) {
              world.barrier();
              if (world.rank() == 1) {
                window.lockAll(Window.Assertion.NO_CHECK);
                int[] buffer = {5};
                window.put(buffer, 0, 0);
                window.accumulate(buffer, 0, 1, Op.SUM);
                window.flushLocal(0);
                buffer[0] = 0;
                window.flushLocalAll();
                complete.countDown();
                window.unlockAll();
              } else {
                complete.await();
              }
              world.barrier();
              if (world.rank() == 0) {
                int[] seen = new int[3];
                window.lock(LockType.SHARED, 0);
                window.get(seen, 0, 0);
                window.unlock(0);
                assertThat(seen).containsExactly(5, 5, 0);
              }
              world.barrier();
            }
          });
    }
  }

  /** What is fetched is there, also where much of it is longer under way than something short. */
  @Test
  void whatIsFetchedHasComeWhenItCompletesLocally() {
    Requires.sharedMemory();
    int length = 2_000_000;
    try (HostRanks group = new HostRanks(2, 2, "a", "b")) {
      Ranks.run(
          group,
          world -> {
            try (Window window = Window.allocate(world, Datatype.INT, length)) {
              int me = world.rank();
              int[] mine = new int[length];
              Arrays.fill(mine, me + 1);
              window.lockAll();
              window.put(mine, me, 0);
              window.flush(me);
              world.barrier();
              int other = 1 - me;
              int[] all = new int[length];
              int[] old = new int[1];
              window.get(all, other, 0);
              window.getAccumulate(new int[1], old, other, length - 1, Op.NO_OP);
              window.flushLocal(other);
              assertThat(all).containsOnly(other + 1);
              assertThat(old).containsExactly(other + 1);
              // Longer than what is sent at once, so that the buffer is in use for a while.
              Arrays.fill(mine, 10 * (me + 1));
              window.put(mine, other, 0);
              window.flushLocal(other);
              Arrays.fill(mine, 0);
              window.flush(other);
              world.barrier();
              window.get(all, me, 0);
              window.flush(me);
              assertThat(all).containsOnly(10 * (other + 1));
              window.unlockAll();
            }
          });
    }
  }

  /**
   * A long accumulate is on its way in parts, of which the target answers none. A short one waits
   * for the rest, or where no order is asked for overtakes it.
   */
  @ParameterizedTest
  @ValueSource(strings = {"rar,raw,war,waw", "none"})
  void aShortAccumulateWaitsForTheRestOfALongOneUnlessNoOrderIsAskedFor(String ordering) {
    Requires.sharedMemory();
    int length = 2_000_000;
    CountDownLatch begun = new CountDownLatch(1);
    try (HostRanks ranks = new HostRanks(2, 2, "a", "b")) {
      Ranks.run(
          ranks,
          world -> {
            Info hints = new Info().set("accumulate_ordering", ordering);
            try (Window window = Window.allocate(world, (long) Integer.BYTES * length, 4, hints)) {
              world.barrier();
              if (world.rank() == 1) {
                window.lockAll(Window.Assertion.NO_CHECK);
                window.accumulate(new int[length], 0, 0, Op.SUM);
                window.accumulate(new int[] {5}, 0, 0, Op.SUM);
                begun.countDown();
                window.unlockAll();
              } else if (ordering.equals("none")) {
                begun.await();
              } else {
                while (!ranks.job(1).waits().toString().contains("an accumulate before")) {
                  Thread.yield();
                }
                assertThat(begun.getCount()).isOne();
              }
              world.barrier();
              if (world.rank() == 0) {
                assertThat(window.memory().get(ValueLayout.JAVA_INT, 0)).isEqualTo(5);
              }
            }
          });
    }
  }

  /**
   * A rank that looks at its own memory again and again sees what a rank of another host puts there
   * (MPI-4.1, section 12.7.3).
   */
  @ParameterizedTest
  @EnumSource
  void whoLooksSeesWhatIsPut(Look look) {
    Requires.sharedMemory();
    try (HostRanks group = new HostRanks(2, 2, "a", "b")) {
      Ranks.run(
          group,
          world -> {
            try (Window window = Window.allocate(world, Datatype.INT, 1)) {
              int me = world.rank();
              if (look != Look.LOCKS || me == 1) {
                window.lockAll();
              }
              if (me == 1) {
                window.put(new int[] {1}, 0, 0);
                window.unlockAll();
              } else {
                while (!look.sees(window, me)) {
                  Thread.onSpinWait();
                }
                if (look != Look.LOCKS) {
                  window.unlockAll();
                }
              }
              world.barrier();
            }
          });
    }
  }
}
