package org.ronsel.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.ronsel.harness.HostRanks;
import org.ronsel.machine.CpuSet;
import org.ronsel.machine.Topology;

class JobPlacesTest {
  /** Two memory nodes with two caches each, of two processors. */
  private static final Topology MACHINE =
      new Topology(
          "test",
          IntStream.range(0, 8)
              .mapToObj(id -> new Topology.Cpu(id, 0, id / 4, id / 2, id))
              .toList(),
          CpuSet.of(IntStream.range(0, 8).toArray()),
          OptionalDouble.empty(),
          List.of(),
          List.of(),
          List.of());

  @Test
  void jvmsThatNameTheirHostsAreKnownToAll() {
    try (HostRanks ranks = new HostRanks(6, 3, "a", "b", "a")) {
      for (int rank = 0; rank < 6; rank++) {
        JobPlaces places = ranks.job(rank).places();
        assertThat(IntStream.range(0, 6).map(places::host)).containsExactly(0, 0, 1, 1, 0, 0);
        assertThat(IntStream.range(0, 6).map(places::jvm)).containsExactly(0, 0, 1, 1, 2, 2);
        assertThat(places.hasRegions()).isFalse();
      }
      assertThat(ranks.job(3).locality(3).places()[Locality.Level.HOST.ordinal()]).isEqualTo(1);
    }
  }

  @Test
  void allAreOnOneHostIfNobodySaysOtherwise() {
    try (HostRanks ranks = HostRanks.processes(3)) {
      assertThat(IntStream.range(0, 3).map(ranks.job(1).places()::host)).containsOnly(0);
    }
  }

  @Test
  void ranksThatAreBoundHaveRegions() {
    JobLayout layout = new JobLayout("test", new int[] {0, 3, 4}, 0);
    JvmLocation bound =
        JvmLocation.onHost("a")
            .bound(new CpuSet[] {CpuSet.of(0), CpuSet.of(1), CpuSet.of(0, 1, 2, 3)}, MACHINE);
    JvmLocation sent = JvmLocation.decode(ByteBuffer.wrap(bound.encode()));
    JobPlaces places = JobPlaces.of(layout, List.of(sent, JvmLocation.onHost("a")));
    assertThat(places.hasRegions()).isTrue();
    assertThat(places.region(0)).isEqualTo(places.region(1)).isNotEqualTo(JobPlaces.ANY_REGION);
    assertThat(places.region(2)).isNotEqualTo(places.region(0));
    assertThat(places.region(3)).isEqualTo(JobPlaces.ANY_REGION);
  }

  private static JvmLocation on(String host, int... cpus) {
    return JvmLocation.onHost(host)
        .bound(IntStream.of(cpus).mapToObj(CpuSet::of).toArray(CpuSet[]::new), MACHINE);
  }

  /** Ranks 0 to 4, and ghosts 6 and 8, are on one host, rank 5 and ghost 7 on another. */
  @Test
  void ranksAreDealtToTheGhostsOfTheirHost() {
    JobLayout layout = new JobLayout("test", new int[] {0, 5, 6, 7, 8, 9}, 0, 3);
    JvmLocation a = JvmLocation.onHost("a");
    JvmLocation b = JvmLocation.onHost("b");
    JobPlaces places = JobPlaces.of(layout, List.of(a, b, a, b, a));

    assertThat(places.ghostsOf(0)).containsExactly(6, 8);
    assertThat(places.ghostsOf(1)).containsExactly(8, 6);
    assertThat(places.ghostsOf(2)).containsExactly(6, 8);
    assertThat(places.ghostsOf(5)).containsExactly(7);
  }

  /** Processors 0 and 1, 2 and 3, ... share a cache; ghosts 6 to 8 are on 1, 3 and 3. */
  @Test
  void aGhostThatIsNearTheRankIsItsFirst() {
    JobLayout layout = new JobLayout("test", new int[] {0, 6, 7, 8, 9}, 0, 3);
    JobPlaces places =
        JobPlaces.of(
            layout, List.of(on("a", 0, 2, 2, 4, 4, 2), on("a", 1), on("a", 3), on("a", 3)));

    assertThat(places.ghostsOf(0)).containsExactly(6, 7, 8);
    assertThat(places.ghostsOf(1)).containsExactly(7, 8, 6);
    assertThat(places.ghostsOf(2)).containsExactly(8, 7, 6);
    assertThat(places.ghostsOf(5)).containsExactly(7, 8, 6);
    assertThat(places.ghostsOf(3)).as("none is near").containsExactly(6, 7, 8);
    assertThat(places.ghostsOf(4)).as("none is near").containsExactly(7, 8, 6);
  }

  @Test
  void whatIsCutOffIsNotRead() {
    byte[] sent = new JvmLocation("host", new int[] {1, 2}).encode();
    for (int length = 0; length < sent.length; length++) {
      assertThat(JvmLocation.decode(ByteBuffer.wrap(sent, 0, length))).isNull();
    }
  }
}
