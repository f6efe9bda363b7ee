package org.ronsel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The values that are kept with a rank's communicator of itself end with the rank. */
class SelfAttributesTest {
  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void theyAreDeletedAtTheEndOfTheRankThoseSetLastFirst(int ranks) {
    Map<Integer, List<String>> deleted = new ConcurrentHashMap<>();
    Ronsel.run(
        ranks,
        world -> {
          List<String> here = new CopyOnWriteArrayList<>();
          deleted.put(world.rank(), here);
          for (String name : List.of("first", "second", "third")) {
            AttributeKey<String> key =
                AttributeKey.of(name, (from, value) -> null, (from, value) -> here.add(value));
            Ronsel.self().attribute(key, name + " of rank " + world.rank());
          }
          assertThat(here).isEmpty();
        });
    for (int rank = 0; rank < ranks; rank++) {
      String of = " of rank " + rank;
      assertThat(deleted.get(rank)).containsExactly("third" + of, "second" + of, "first" + of);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void theirCallbacksMayStillCommunicate(int ranks) {
    List<Integer> sums = new CopyOnWriteArrayList<>();
    Ronsel.run(
        ranks,
        world ->
            Ronsel.self()
                .attribute(
                    AttributeKey.of(
                        "sum",
                        (from, value) -> null,
                        (from, value) -> sums.add(world.allReduce(1, Op.SUM))),
                    "kept"));
    assertThat(sums).hasSize(ranks).containsOnly(ranks);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void whatTheirCallbacksThrowFailsTheRank(int ranks) {
    int last = ranks - 1;
    AttributeKey<String> key =
        AttributeKey.of(
            "refusing",
            (from, value) -> null,
            (from, value) -> {
              throw new IllegalStateException("it stays");
            });
    assertThatThrownBy(
            () ->
                Ronsel.run(
                    ranks,
                    world -> {
                      if (world.rank() == last) {
                        Ronsel.self().attribute(key, "kept");
                      }
                    }))
        .isInstanceOf(RankFailedException.class)
        .hasMessageContaining("rank " + last)
        .hasRootCauseMessage("it stays");
  }
}
