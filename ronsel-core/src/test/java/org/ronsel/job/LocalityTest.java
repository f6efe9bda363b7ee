package org.ronsel.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.ronsel.job.Locality.Level;
import org.ronsel.machine.CpuSet;
import org.ronsel.machine.Topology;

class LocalityTest {
  /**
   * Two packages of two cores with two threads each, a memory node and a cache for each package.
   */
  private static final Topology MACHINE = machine(CpuSet.of(IntStream.range(0, 8).toArray()));

  private static Topology machine(CpuSet allowed) {
    List<Topology.Cpu> cpus = new ArrayList<>();
    for (int id = 0; id < 8; id++) {
      int half = id / 4;
      cpus.add(new Topology.Cpu(id, half, half + 10, half + 20, id / 2));
    }
    return new Topology(
        "test", cpus, allowed, OptionalDouble.empty(), List.of(), List.of(), List.of());
  }

  private static int at(Level level, Locality locality) {
    return locality.places()[level.ordinal()];
  }

  @Test
  void aBoundRankIsInTheInnermostPlaces() {
    Locality locality = new Locality(0, 3, MACHINE, CpuSet.of(5));
    assertThat(at(Level.HOST, locality)).isZero();
    assertThat(at(Level.JVM, locality)).isEqualTo(3);
    assertThat(at(Level.PACKAGE, locality)).isEqualTo(1);
    assertThat(at(Level.NUMA, locality)).isEqualTo(11);
    assertThat(at(Level.LAST_CACHE, locality)).isEqualTo(21);
    assertThat(at(Level.CORE, locality)).isEqualTo(2);
  }

  @Test
  void aRankIsNowhereWhereItMayRunInSeveralPlaces() {
    Locality onePackage = new Locality(0, 0, MACHINE, CpuSet.of(0, 1, 2));
    assertThat(at(Level.PACKAGE, onePackage)).isZero();
    assertThat(at(Level.CORE, onePackage)).isEqualTo(Locality.NOWHERE);
    Locality free = new Locality(0, 0, MACHINE, null);
    assertThat(at(Level.PACKAGE, free)).isEqualTo(Locality.NOWHERE);
    assertThat(at(Level.HOST, free)).isZero();
  }

  @Test
  void aRankThatIsNotBoundMayRunWhereItsProcessMay() {
    Locality confined = new Locality(0, 0, machine(CpuSet.of(6, 7)), null);
    assertThat(at(Level.NUMA, confined)).isEqualTo(11);
    assertThat(at(Level.CORE, confined)).isEqualTo(3);
  }

  @Test
  void placesOfDifferentHostsAreDifferent() {
    Locality here = new Locality(1, 0, MACHINE, CpuSet.of(5));
    Locality there = new Locality(2, 1, MACHINE, CpuSet.of(5));
    Locality near = new Locality(1, 2, MACHINE, CpuSet.of(5));
    for (Level level : Level.values()) {
      assertThat(at(level, there)).as(level.name()).isNotEqualTo(at(level, here));
      if (level != Level.JVM) {
        assertThat(at(level, near)).as(level.name()).isEqualTo(at(level, here));
      }
    }
    assertThat(at(Level.CORE, new Locality(1, 0, MACHINE, null))).isEqualTo(Locality.NOWHERE);
  }
}
