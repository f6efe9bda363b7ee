package org.ronsel.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ronsel.RonselException;
import org.ronsel.machine.Binding.Plan;
import org.ronsel.machine.Binding.Policy;

class BindingTest {
  @TempDir Path directory;

  private Topology machine() {
    return SysTopology.read(FakeRoot.twoPackages(directory).path());
  }

  private static List<String> sets(Plan plan) {
    return plan.cpus().stream().map(CpuSet::toString).toList();
  }

  @Test
  void upToTheNumberOfCoresEveryRankHasACoreWithAllItsThreads() {
    assertThat(sets(Binding.plan(Policy.CORE, 3, machine()))).containsExactly("0,4", "1,5", "2,6");
  }

  @Test
  void moreRanksThanCoresShareThemThreadByThread() {
    assertThat(sets(Binding.plan(Policy.CORE, 6, machine())))
        .containsExactly("0", "4", "1", "5", "2", "3");
    assertThat(sets(Binding.plan(Policy.CORE, 8, machine())))
        .containsExactly("0", "4", "1", "5", "2", "6", "3", "7");
  }

  @Test
  void moreRanksThanProcessorsAreNotBoundAndTheReasonSaysSo() {
    for (Policy policy : List.of(Policy.CORE, Policy.NUMA)) {
      Plan plan = Binding.plan(policy, 9, machine());
      assertThat(plan.binds()).isFalse();
      assertThat(plan.reason()).contains("9 ranks").contains("8 processors");
    }
  }

  @Test
  void onlyProcessorsOfTheCpusetAreUsed() {
    Topology limited = SysTopology.read(FakeRoot.twoPackages(directory).allowed("1,3,5").path());
    assertThat(sets(Binding.plan(Policy.CORE, 2, limited))).containsExactly("1,5", "3");
    assertThat(sets(Binding.plan(Policy.CORE, 3, limited))).containsExactly("1", "5", "3");
    assertThat(Binding.plan(Policy.CORE, 4, limited).binds()).isFalse();
  }

  @Test
  void aQuotaOfProcessorTimeCountsAsProcessors() {
    FakeRoot root =
        FakeRoot.twoPackages(directory)
            .file("proc/self/cgroup", "0::/\n")
            .file("sys/fs/cgroup/cpu.max", "250000 100000\n");
    Topology limited = SysTopology.read(root.path());
    assertThat(Binding.plan(Policy.CORE, 2, limited).binds()).isTrue();
    assertThat(Binding.plan(Policy.CORE, 3, limited).reason()).contains("2.5");
  }

  @Test
  void ranksAreDealtToMemoryNodesInBlocks() {
    assertThat(sets(Binding.plan(Policy.NUMA, 4, machine())))
        .containsExactly("0-1,4-5", "0-1,4-5", "2-3,6-7", "2-3,6-7");
    assertThat(sets(Binding.plan(Policy.NUMA, 1, machine()))).containsExactly("0-1,4-5");
    Topology uneven = SysTopology.read(FakeRoot.twoPackages(directory).allowed("0,2-3,6").path());
    assertThat(sets(Binding.plan(Policy.NUMA, 4, uneven)))
        .containsExactly("0", "2-3,6", "2-3,6", "2-3,6");
  }

  @Test
  void ranksAreDealtToMemoryNodesInTurn() {
    assertThat(sets(Binding.plan(Policy.NUMA_CYCLIC, 4, machine())))
        .containsExactly("0-1,4-5", "2-3,6-7", "0-1,4-5", "2-3,6-7");
    Topology uneven = SysTopology.read(FakeRoot.twoPackages(directory).allowed("0,2-3,6").path());
    assertThat(sets(Binding.plan(Policy.NUMA_CYCLIC, 4, uneven)))
        .containsExactly("0", "2-3,6", "2-3,6", "2-3,6");
    assertThat(Binding.plan(Policy.NUMA_CYCLIC, 5, uneven).binds()).isFalse();
  }

  @Test
  void noneBindsNobody() {
    assertThat(Binding.plan(Policy.NONE, 2, machine()).binds()).isFalse();
  }

  @Test
  void policiesAreFoundByNameAndWrongNamesAreRefused() {
    assertThat(Policy.of("core")).isEqualTo(Policy.CORE);
    assertThat(Policy.of("NUMA")).isEqualTo(Policy.NUMA);
    assertThat(Policy.of("numa-cyclic")).isEqualTo(Policy.NUMA_CYCLIC);
    assertThatThrownBy(() -> Policy.of("socket"))
        .isInstanceOf(RonselException.class)
        .hasMessageContaining("socket")
        .hasMessageContaining("core, numa and none");
    assertThatThrownBy(() -> Binding.plan(Policy.CORE, 0, machine()))
        .isInstanceOf(RonselException.class);
  }
}
