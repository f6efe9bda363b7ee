package org.ronsel.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.ronsel.Comm;
import org.ronsel.Ronsel;
import org.ronsel.RonselException;
import org.ronsel.job.RankKind;
import org.ronsel.machine.ForkedJvm;

/** Which rank a call belongs to where ranks share their classes. */
@Timeout(120)
class RankIdentityTest {
  /** What {@code Ronsel.world()} says, as a task of a pool would call it. */
  private static final Callable<Integer> WORLD = () -> Ronsel.world().rank();

  @ParameterizedTest
  @EnumSource(
      value = RankKind.class,
      names = {"PLATFORM", "VIRTUAL"})
  void aThreadBelongsToTheRankThatStartedIt(RankKind kind) {
    run(
        kind,
        () -> {
          int rank = WORLD.call();
          FutureTask<Integer> platform = new FutureTask<>(WORLD);
          Thread.ofPlatform().start(platform);
          FutureTask<Integer> virtual = new FutureTask<>(WORLD);
          Thread.ofVirtual().start(virtual);
          FutureTask<Integer> grandchild = new FutureTask<>(WORLD);
          Thread.ofPlatform().start(() -> Thread.ofVirtual().start(grandchild));
          assertThat(platform.get()).isEqualTo(rank);
          assertThat(virtual.get()).isEqualTo(rank);
          assertThat(grandchild.get()).isEqualTo(rank);
          try (ExecutorService perTask = Executors.newVirtualThreadPerTaskExecutor()) {
            assertThat(perTask.submit(WORLD).get()).isEqualTo(rank);
          }
        });
  }

  @ParameterizedTest
  @EnumSource(
      value = RankKind.class,
      names = {"PLATFORM", "VIRTUAL"})
  void aPoolThreadBelongsToNoRankAndSaysHowToBindItsTask(RankKind kind) {
    run(
        kind,
        () -> {
          try (ExecutorService threads = Executors.newFixedThreadPool(2);
              ForkJoinPool forkJoin = new ForkJoinPool(2)) {
            for (ExecutorService pool : new ExecutorService[] {threads, forkJoin}) {
              assertThatThrownBy(() -> pool.submit(WORLD).get())
                  .isInstanceOf(ExecutionException.class)
                  .cause()
                  .isInstanceOf(RonselException.class)
                  .hasMessageContaining("belongs to no rank")
                  .hasMessageContaining("comm.bind(task)");
            }
          }
        });
  }

  @Test
  void aThreadThatAPoolTaskStartsBelongsToTheRankThatTheTaskWasBoundTo() {
    run(
        RankKind.PLATFORM,
        () -> {
          Comm world = Ronsel.world();
          try (ExecutorService pool = Executors.newFixedThreadPool(1)) {
            FutureTask<Integer> started = new FutureTask<>(WORLD);
            pool.submit(world.bind(() -> Thread.ofPlatform().start(started))).get();
            assertThat(started.get()).isEqualTo(world.rank());
          }
        });
  }

  @Test
  void aBoundTaskRunsAsItsRankAndLeavesThePoolThreadAsItWas() {
    run(
        RankKind.PLATFORM,
        () -> {
          Comm world = Ronsel.world();
          AtomicReference<Integer> rank = new AtomicReference<>();
          Runnable task = () -> rank.set(Ronsel.world().rank());
          try (ExecutorService pool = Executors.newFixedThreadPool(1)) {
            pool.submit(world.bind(task)).get();
            assertThat(rank.get()).isEqualTo(world.rank());
            assertThat(pool.submit(world.bind(WORLD)).get()).isEqualTo(world.rank());
            assertThatThrownBy(() -> pool.submit(WORLD).get())
                .hasMessageContaining("belongs to no rank");
          }
        });
  }

  @Test
  void aThreadThatOutlivesItsJobIsToldSo() throws Exception {
    AtomicReference<Thread> left = new AtomicReference<>();
    FutureTask<Integer> late = new FutureTask<>(WORLD);
    Ronsel.run(1, world -> left.set(Thread.ofVirtual().unstarted(late)));
    left.get().start();
    assertThatThrownBy(late::get).hasMessageContaining("rank 0 of a job that has ended");
  }

  @Test
  void aBoundTaskThatOutlivesItsJobIsToldSo() {
    AtomicReference<Callable<Integer>> left = new AtomicReference<>();
    Ronsel.run(1, world -> left.set(world.bind(WORLD)));
    assertThatThrownBy(left.get()::call).hasMessageContaining("rank 0 of a job that has ended");
  }

  @Test
  void withoutAJobTheWorldHasOneRank() {
    assertThat(Ronsel.world().size()).isEqualTo(1);
    assertThat(Ronsel.world().rank()).isZero();
    assertThat(Ronsel.world()).isSameAs(Ronsel.world());
  }

  private interface Body {
    void run() throws Exception;
  }

  private static void run(RankKind kind, Body body) {
    RankThreads.run(3, EmbeddedOptions.of(kind), world -> body.run());
  }

  /** Each call of a JVM that was started without a launcher says so, not only the first. */
  @Test
  void aWrongSettingIsWhatEachCallOfALoneRankSays() throws Exception {
    List<String> options = List.of(ForkedJvm.NATIVE, "-Dronsel.eager.limit=abc");
    try (ForkedJvm jvm = ForkedJvm.start(TwoCalls.class, options)) {
      assertThat(jvm.finish().lines())
          .hasSize(2)
          .allSatisfy(
              said ->
                  assertThat(said)
                      .startsWith("InvalidArgumentException: -Dronsel.eager.limit has to be"));
    }
  }

  /** Prints what two calls are answered. */
  static final class TwoCalls {
    public static void main(String[] args) {
      for (int i = 0; i < 2; i++) {
        try {
          System.out.println(Ronsel.world());
        } catch (Throwable e) {
          System.out.println(e.getClass().getSimpleName() + ": " + e.getMessage());
        }
      }
    }
  }
}
