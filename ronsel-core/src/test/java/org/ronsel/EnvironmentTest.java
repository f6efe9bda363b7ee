package org.ronsel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * The environment of a rank (MPI-4.1, chapters 9 and 11): enquiries, many jobs in one JVM, abort.
 */
class EnvironmentTest {
  @Test
  void theClockGoesForward() {
    double before = Ronsel.wtime();
    double after;
    do {
      after = Ronsel.wtime();
    } while (after == before);
    assertThat(after - before).isBetween(0.0, 60.0);
    assertThat(Ronsel.wtick()).isBetween(1e-12, 1e-3);
  }

  @Test
  void enquiriesNameHostVersionLibraryAndThreadLevel() {
    assertThat(Ronsel.processorName()).isNotBlank();
    assertThat(Ronsel.version()).hasToString("4.1");
    assertThat(Ronsel.libraryVersion()).startsWith("Ronsel ").contains("Java");
    assertThat(Ronsel.threadLevel()).isEqualTo(ThreadLevel.MULTIPLE);
    assertThat(Ronsel.bytesBetweenJvms()).isZero();
  }

  @Test
  void manyJobsFollowEachOtherInOneJvm() {
    for (int i = 0; i < 200; i++) {
      int ranks = 1 + i % 5;
      AtomicInteger ended = new AtomicInteger();
      Ronsel.run(
          ranks,
          world -> {
            try (Session session = Session.open();
                Comm all = session.create(session.group(Session.WORLD), "job")) {
              assertThat(all.allReduce(1, Op.SUM)).isEqualTo(ranks);
            }
            try (Comm part = world.split(world.rank() % 2, 0)) {
              part.barrier();
            }
            ended.incrementAndGet();
          });
      assertThat(ended).hasValue(ranks);
    }
    Set<Thread> left = ConcurrentHashMap.newKeySet();
    Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("rank-"))
        .forEach(left::add);
    assertThat(left).isEmpty();
  }

  @Test
  void theWorldIsThatOfASession() {
    Ronsel.run(
        2,
        world -> {
          assertThat(Ronsel.world()).isSameAs(world);
          try (Session session = Session.open(new Info().set("thread_level", "multiple"))) {
            assertThat(session.group(Session.WORLD)).isEqualTo(world.group());
            assertThat(session.group(Session.SELF)).isEqualTo(Ronsel.self().group());
            assertThat(session.info().get("thread_level")).isEqualTo("multiple");
            assertThat(session.threadLevel()).isEqualTo(ThreadLevel.MULTIPLE);
          }
        });
  }

  @Test
  void groupsOfAnEarlierJobAreOfAnotherJob() {
    Group[] earlier = new Group[1];
    Ronsel.run(1, world -> earlier[0] = world.group());
    Ronsel.run(
        1,
        world -> {
          assertThatThrownBy(() -> world.create(earlier[0]))
              .isInstanceOfSatisfying(
                  InvalidArgumentException.class,
                  e -> assertThat(e.errorClass()).isEqualTo(ErrorClass.GROUP))
              .hasMessageContaining("another job");
          assertThat(earlier[0].rank(world)).isEqualTo(Ronsel.UNDEFINED);
          assertThat(earlier[0].compare(world.group())).isEqualTo(Comparison.UNEQUAL);
        });
  }

  @Test
  void anAbortingHandlerEndsTheJobWithTheError() {
    assertThatThrownBy(
            () ->
                Ronsel.run(
                    3,
                    world -> {
                      world.errorHandler(ErrorHandler.ABORT);
                      if (world.rank() == 1) {
                        world.send(new int[1], 99, 0);
                      }
                      world.barrier();
                    }))
        .isInstanceOf(RankFailedException.class)
        .hasMessageContaining("rank 1")
        .hasRootCauseInstanceOf(InvalidArgumentException.class);
  }

  @Test
  void placesAreThoseOfTheHost() {
    Ronsel.run(
        2,
        world -> {
          try (Comm jvm = world.splitType(SplitType.JVM, 0)) {
            assertThat(jvm.compare(world)).isEqualTo(Comparison.CONGRUENT);
          }
        });
  }
}
