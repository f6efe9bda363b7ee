package org.ronsel.runtime.pmi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Processes meet through names and values, here of one JVM. */
class ManagedWireUpTest {
  private static final int RANKS = 3;
  private static final long DEADLINE_S = 60;

  private final Map<String, String> space = new ConcurrentHashMap<>();
  private final CyclicBarrier barrier = new CyclicBarrier(RANKS);
  private final List<Integer> lengths = Collections.synchronizedList(new ArrayList<>());

  /** What a rank does. */
  private interface Body<T> {
    T run(ManagedWireUp wireUp, int rank) throws Exception;
  }

  private ProcessManager manager(int rank) {
    return new TestProcessManager(rank, 100, space, barrier) {
      @Override
      public void put(String key, String value) {
        assertThat(key.length()).isLessThan(64);
        assertThat(value).matches("[A-Za-z0-9_:-]*");
        assertThat(space).as(key).doesNotContainKey(key);
        lengths.add(value.length());
        super.put(key, value);
      }
    };
  }

  private <T> List<T> onAll(List<String> hosts, Body<T> body) throws Exception {
    try (ExecutorService threads = Executors.newFixedThreadPool(RANKS)) {
      List<Callable<T>> calls = new ArrayList<>();
      for (int rank = 0; rank < RANKS; rank++) {
        int own = rank;
        calls.add(() -> body.run(ManagedWireUp.meet(manager(own), hosts.get(own), "id"), own));
      }
      List<T> results = new ArrayList<>();
      for (Future<T> each : threads.invokeAll(calls)) {
        results.add(each.get(DEADLINE_S, TimeUnit.SECONDS));
      }
      return results;
    }
  }

  @Test
  void allGetWhatEachGivesHoweverLong() throws Exception {
    List<byte[][]> all =
        onAll(
            List.of("a", "a", "a"),
            (wireUp, rank) -> {
              byte[][] empty = wireUp.allGather(new byte[0]);
              assertThat(empty).hasDimensions(RANKS, 0);
              return wireUp.allGather(blob(rank));
            });
    for (byte[][] gathered : all) {
      for (int rank = 0; rank < RANKS; rank++) {
        assertThat(gathered[rank]).isEqualTo(blob(rank));
      }
    }
    assertThat(lengths).allMatch(length -> length <= 100).contains(100);
  }

  private static byte[] blob(int rank) {
    byte[] blob = new byte[1 + 5000 * rank];
    Arrays.fill(blob, (byte) (rank - 1));
    return blob;
  }

  @Test
  void allHaveTheSecretOfRankZeroAndKnowTheHosts() throws Exception {
    List<byte[]> secrets =
        onAll(
            List.of("a", "b", "a"),
            (wireUp, rank) -> {
              assertThat(wireUp.oneHost()).isFalse();
              assertThat(wireUp.hosts()).containsExactly("a", "b", "a");
              return wireUp.secret();
            });
    assertThat(secrets.get(0)).hasSize(32).isNotEqualTo(new byte[32]);
    assertThat(secrets.get(1)).isEqualTo(secrets.get(0));
    assertThat(secrets.get(2)).isEqualTo(secrets.get(0));
  }

  @Test
  void hostsOfOneNameAreToldApart() {
    assertThat(ManagedWireUp.hosts(List.of("a", "a", "b"), List.of("1", "1", "2")))
        .containsExactly("a", "a", "b");
    assertThat(ManagedWireUp.hosts(List.of("a", "a", "b"), List.of("1", "3", "2")))
        .containsExactly("a (1)", "a (3)", "b (2)");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", ":", "x:AAAA", "-1:AAAA", "4:AAA", "2:AAAA", "99999999999:A", "4:A+/A"})
  void whatArrivesDamagedIsAnError(String value) {
    assertThatThrownBy(
            () ->
                onAll(
                    List.of("a", "a", "a"),
                    (wireUp, rank) -> {
                      ProcessManager other = manager(rank);
                      other.fence(false);
                      if (rank == 0) {
                        space.put("ronsel-1-0-0", value);
                        space.put("ronsel-1-0-1", "");
                      }
                      other.fence(false);
                      if (rank == 0) {
                        other.fence(false);
                        return new byte[0];
                      }
                      return wireUp.fromRankZero(new byte[0]);
                    }))
        .isInstanceOf(ExecutionException.class)
        .hasCauseInstanceOf(PmiException.class)
        .hasMessageContaining("what rank 0 has put for ronsel-1 arrives damaged");
  }

  /** The card of rank 1 is changed on its way, as if another Ronsel or Java had written it. */
  @ParameterizedTest
  @CsvSource({
    "0, rank 1 has another version of Ronsel",
    "2, 'rank 1 has Java #, but this one has Java @: all ranks of a job need the same'"
  })
  void anotherVersionOfRonselOrJavaIsRefused(int at, String why) throws Exception {
    int feature = Runtime.version().feature();
    try (ExecutorService threads = Executors.newFixedThreadPool(RANKS)) {
      List<Callable<ManagedWireUp>> calls = new ArrayList<>();
      for (int rank = 0; rank < RANKS; rank++) {
        int own = rank;
        calls.add(
            () ->
                ManagedWireUp.meet(
                    new TestProcessManager(own, 1000, space, barrier) {
                      @Override
                      public void put(String key, String value) {
                        super.put(key, own == 1 ? withNextByte(value, at) : value);
                      }
                    },
                    "a",
                    "id"));
      }
      List<Future<ManagedWireUp>> all = threads.invokeAll(calls);
      for (int rank : new int[] {0, 2}) {
        assertThatThrownBy(() -> all.get(rank).get(DEADLINE_S, TimeUnit.SECONDS))
            .hasCauseInstanceOf(PmiException.class)
            .hasMessageContaining(
                why.replace("#", Integer.toString(feature + 1))
                    .replace("@", Integer.toString(feature)));
      }
    }
  }

  /** A value of which a byte is one more. */
  private static String withNextByte(String value, int at) {
    String[] lengthAndLetters = value.split(":", 2);
    byte[] bytes = Base64.getUrlDecoder().decode(lengthAndLetters[1]);
    bytes[at]++;
    return lengthAndLetters[0]
        + ":"
        + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}
