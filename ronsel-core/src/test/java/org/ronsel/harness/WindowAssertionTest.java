package org.ronsel.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.ronsel.Comm;
import org.ronsel.Datatype;
import org.ronsel.Info;
import org.ronsel.LockType;
import org.ronsel.ProcessFailedException;
import org.ronsel.Window;
import org.ronsel.Window.Assertion;
import org.ronsel.requirements.Requires;
import org.ronsel.transport.Envelope;
import org.ronsel.transport.HostileNetwork.Manners;

/** What the promises of a program about epochs save, between ranks that share no memory. */
class WindowAssertionTest {
  private static final int ROUNDS = 5;

  /** Operations on words, of which locks are made: {@code docs/wire-format.md}. */
  private static final int ATOMIC = Envelope.FIRST_ONE_SIDED_KIND + 2;

  private static final Assertion[] NONE = {};
  private static final Assertion[] NO_CHECK = {Assertion.NO_CHECK};

  /** What both ranks do with a window of one {@code long} each. */
  private interface Program {
    void run(Comm world, Window window);
  }

  /** The number of records of a kind in a job of two ranks. */
  private static long records(int kind, Info hints, Program program) {
    HostileRanks ranks =
        new HostileRanks(2, new Manners(200, 0, 0, 0, 0), ThreadRanks.options(2), 1);
    Ranks.run(
        ranks,
        world -> {
          try (Window window = Window.allocate(world, Long.BYTES, Long.BYTES, hints)) {
            for (int i = 0; i < ROUNDS; i++) {
              program.run(world, window);
              world.barrier();
            }
          }
        });
    return ranks.sent(kind);
  }

  private static Program posts(Assertion... assertions) {
    return (world, window) -> {
      if (world.rank() == 0) {
        window.post(world.group().include(1), assertions);
        world.barrier(); // all targets have posted
        window.await();
      } else {
        world.barrier();
        window.start(world.group().include(0), assertions);
        window.put(new long[] {7}, 0, 0);
        window.complete();
      }
    };
  }

  @Test
  void postsAreNotToldToWhoChecksNone() {
    long told = records(Envelope.EAGER, new Info(), posts(NONE));
    long untold = records(Envelope.EAGER, new Info(), posts(NO_CHECK));

    assertThat(told - untold).isEqualTo(ROUNDS);
  }

  private static Program locks(LockType type, Assertion... assertions) {
    return (world, window) -> {
      if (world.rank() == 1) {
        window.lock(type, 0, assertions);
        window.put(new long[] {7}, 0, 0);
        window.unlock(0);
      }
    };
  }

  /**
   * A lock is one word of its owner: it takes one operation at least, and another to release it.
   */
  @ParameterizedTest
  @EnumSource
  void aLockThatIsNotCheckedIsNotTaken(LockType type) {
    assertThat(records(ATOMIC, new Info(), locks(type, NONE))).isGreaterThanOrEqualTo(2 * ROUNDS);
    assertThat(records(ATOMIC, new Info(), locks(type, NO_CHECK))).isZero();
  }

  private static Program lockAll(Assertion... assertions) {
    return (world, window) -> {
      window.lockAll(assertions);
      window.put(new long[] {7}, 1 - world.rank(), 0);
      window.unlockAll();
    };
  }

  @Test
  void locksOfAllAreNotTakenWhereNobodyChecksOrLocksOne() {
    Info noLocks = new Info().set("no_locks", "true");
    Info others = new Info().set("epochs_used", "fence,lockall");

    assertThat(records(ATOMIC, new Info(), lockAll(NONE))).isGreaterThanOrEqualTo(4 * ROUNDS);
    assertThat(records(ATOMIC, new Info(), lockAll(NO_CHECK))).isZero();
    assertThat(records(ATOMIC, noLocks, lockAll(NONE))).isZero();
    assertThat(records(ATOMIC, others, lockAll(NONE))).isZero();
  }

  /** The promise is broken here, by a put that is never carried out: a fence would wait for it. */
  @Test
  void aFenceThatNothingPrecedesWaitsForNoOperation() {
    Requires.sharedMemory();
    int ghostOfRank0 = 2;
    try (HostRanks ranks = HostRanks.withGhosts(1, 2, "a", "b")) {
      Ranks.run(
          ranks,
          world -> {
            try (Window window = Window.allocate(world, Datatype.LONG, 1)) {
              window.fence(Assertion.NO_PRECEDE);
              if (world.rank() == 1) {
                ranks.stopGhost(ghostOfRank0);
                window.put(new long[] {7}, 0, 0);
              }
              window.fence(Assertion.NO_PRECEDE);
              if (world.rank() == 1) {
                ranks.failJvm(ghostOfRank0);
                assertThatThrownBy(window::fence)
                    .isInstanceOf(ProcessFailedException.class)
                    .hasMessageContaining("ghost that served the memory of rank 0");
              } else {
                window.fence();
              }
            }
          });
    }
  }
}
