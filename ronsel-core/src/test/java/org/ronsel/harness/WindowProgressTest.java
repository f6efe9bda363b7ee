package org.ronsel.harness;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.ronsel.Datatype;
import org.ronsel.LockType;
import org.ronsel.Op;
import org.ronsel.Window;
import org.ronsel.machine.SharedSegment;

/**
 * A rank that looks at its own memory again and again sees what a rank of another host puts there,
 * which only this rank's progress can write (MPI-4.1, section 12.7.3).
 */
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

  @ParameterizedTest
  @EnumSource
  void whoLooksSeesWhatIsPut(Look look) {
    assumeTrue(SharedSegment.anonymous().usable(), "no shared memory here");
    Ranks.run(
        new HostRanks(2, 2, "a", "b"),
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
