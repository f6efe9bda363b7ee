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
    Residence bound =
        Residence.onHost("a")
            .bound(new CpuSet[] {CpuSet.of(0), CpuSet.of(1), CpuSet.of(0, 1, 2, 3)}, MACHINE);
    Residence sent = Residence.decode(ByteBuffer.wrap(bound.encode()));
    JobPlaces places = JobPlaces.of(layout, List.of(sent, Residence.onHost("a")));
    assertThat(places.hasRegions()).isTrue();
    assertThat(places.region(0)).isEqualTo(places.region(1)).isNotEqualTo(JobPlaces.ANY_REGION);
    assertThat(places.region(2)).isNotEqualTo(places.region(0));
    assertThat(places.region(3)).isEqualTo(JobPlaces.ANY_REGION);
  }

  @Test
  void whatIsCutOffIsNotRead() {
    byte[] sent = new Residence("host", new int[] {1, 2}).encode();
    for (int length = 0; length < sent.length; length++) {
      assertThat(Residence.decode(ByteBuffer.wrap(sent, 0, length))).isNull();
    }
  }
}
