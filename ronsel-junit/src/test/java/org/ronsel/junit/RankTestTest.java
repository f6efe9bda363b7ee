package org.ronsel.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Event;
import org.junit.platform.testkit.engine.Events;
import org.ronsel.Comm;
import org.ronsel.Ronsel;
import org.ronsel.WaitInterruptedException;

/** What a user sees of {@link RankTest}: the outcome of small test classes run by JUnit itself. */
class RankTestTest {
  private static final Set<String> SEEN = ConcurrentHashMap.newKeySet();

  /** Lets {@link Sample#computesForever} end after all. */
  private static volatile boolean released;

  @Test
  void everyRankOfEveryJobRunsTheMethodWithItsWorld() {
    SEEN.clear();
    Events tests = run("passes");
    tests.assertStatistics(s -> s.started(3).succeeded(3));
    assertThat(SEEN)
        .containsExactlyInAnyOrder("0 of 1", "0 of 2", "1 of 2", "0 of 3", "1 of 3", "2 of 3");
  }

  @Test
  void aFailureNamesTheRankThatFailed() {
    assertThat(failure("failsOnRankOne")).contains("rank 1: expected something");
  }

  @Test
  void aTestIsSkippedIfAnAssumptionFailsAndNothingElse() {
    run("assumesInVain").assertStatistics(stats -> stats.aborted(1).failed(0));
    assertThat(failure("assumesInVainAndFails")).isEqualTo("rank 1: expected something");
  }

  @Test
  void aJobThatDoesNotEndIsAbortedAndSaysWhoWaits() {
    assertThat(failure("waitsForever"))
        .contains("no end within 1 s")
        .containsPattern("\\n +0 +receive +1 +7 +world ")
        .contains("deadlock: rank 0 waits for rank 1, which waits for rank 0");
  }

  /** What has no tag, or takes any, is named without a number. */
  @Test
  void aJobThatIsStuckInACollectiveCallSaysWhoIsInIt() {
    assertThat(failure("waitsInABarrier"))
        .containsPattern("\\n +0 +barrier +\\S+ +- +world ")
        .containsPattern("\\n +1 +receive +any +any +world ");
  }

  @Test
  void aRankThatComputesForeverEndsTheTestWithItsStack() {
    released = false;
    try {
      assertThat(failure("computesForever"))
          .contains("no end within 1 s")
          .containsPattern("\\n +0 +receive +1 +7 +world ")
          .contains("rank 1 is in no Ronsel call that waits:")
          .contains("Sample.computesForever(RankTestTest.java")
          .contains("its threads are left");
    } finally {
      released = true;
    }
  }

  @Test
  void anInterruptOfTheTestEndsItsRanks() {
    Thread.currentThread().interrupt();
    try {
      assertThatThrownBy(() -> new RankJob(2, 60).run(world -> world.receive(new byte[1], 0, 7)))
          .isInstanceOf(WaitInterruptedException.class);
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  @Test
  void ranksHaveTheClassLoaderOfTheTest() {
    ClassLoader before = Thread.currentThread().getContextClassLoader();
    ClassLoader own = new ClassLoader(before) {};
    Thread.currentThread().setContextClassLoader(own);
    try {
      new RankJob(2, 60)
          .run(w -> assertThat(Thread.currentThread().getContextClassLoader()).isSameAs(own));
    } finally {
      Thread.currentThread().setContextClassLoader(before);
    }
  }

  @Test
  void otherParametersAreResolvedAsUsual() {
    run("takesOthers").assertStatistics(s -> s.succeeded(1));
  }

  /** It runs once per job, so none of the communicators would be its own. */
  @Test
  void aMethodThatRunsOncePerJobHasNoWorld() {
    assertThat(failure(SetUp.class, "passes"))
        .contains("No ParameterResolver registered for parameter [org.ronsel.Comm ")
        .contains("SetUp.prepare");
  }

  private static Events run(String method) {
    return run(Sample.class, method);
  }

  private static Events run(Class<?> type, String method) {
    return EngineTestKit.engine("junit-jupiter")
        .selectors(selectMethod(type, method(type, method)))
        .execute()
        .testEvents();
  }

  private static java.lang.reflect.Method method(Class<?> type, String name) {
    for (java.lang.reflect.Method each : type.getDeclaredMethods()) {
      if (each.getName().equals(name)) {
        return each;
      }
    }
    throw new AssertionError(name);
  }

  private static String failure(String method) {
    return failure(Sample.class, method);
  }

  private static String failure(Class<?> type, String method) {
    List<Event> failed = run(type, method).failed().list();
    assertThat(failed).hasSize(1);
    return failed
        .getFirst()
        .getRequiredPayload(org.junit.platform.engine.TestExecutionResult.class)
        .getThrowable()
        .orElseThrow()
        .getMessage();
  }

  /** As {@link Sample}. */
  static class SetUp {
    @BeforeEach
    void prepare(Comm world) {
      assertThat(world.rank()).isZero();
    }

    @RankTest
    void passes(Comm world) {
      world.barrier();
    }
  }

  /** Run by {@link EngineTestKit} only; not found by name patterns. */
  static class Sample {
    @RankTest(ranks = {1, 2, 3})
    void passes(Comm world) {
      SEEN.add(world.rank() + " of " + world.size());
    }

    @RankTest(ranks = 2)
    void assumesInVain(Comm world) {
      assumeTrue(world.rank() == 1);
      world.receive(new byte[1], 0, 0);
    }

    @RankTest(ranks = 2)
    void assumesInVainAndFails(Comm world) {
      assumeTrue(world.rank() == 1);
      throw new AssertionError("expected something");
    }

    @RankTest(ranks = 3)
    void failsOnRankOne(Comm world) {
      if (world.rank() == 1) {
        throw new AssertionError("expected something");
      }
      world.receive(new byte[1], 1, 0);
    }

    @RankTest(ranks = 2, timeoutSeconds = 1)
    void waitsForever(Comm world) {
      world.receive(new byte[1], 1 - world.rank(), 7);
    }

    @RankTest(ranks = 2, timeoutSeconds = 1)
    void waitsInABarrier(Comm world) {
      if (world.rank() == 0) {
        world.barrier();
      } else {
        world.receive(new byte[1], Ronsel.ANY_SOURCE, Ronsel.ANY_TAG);
      }
    }

    @RankTest(ranks = 2, timeoutSeconds = 1)
    void computesForever(Comm world) {
      if (world.rank() == 0) {
        world.receive(new byte[1], 1, 7);
      }
      while (!released) {
        Thread.onSpinWait();
      }
    }

    @RankTest
    void takesOthers(TestInfo info, Comm world) {
      assertThat(info.getTestMethod()).isPresent();
      assertThat(world.size()).isEqualTo(2);
    }
  }
}
