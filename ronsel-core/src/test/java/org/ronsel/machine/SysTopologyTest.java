package org.ronsel.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SysTopologyTest {
  @TempDir Path directory;

  @Test
  void packagesNodesCachesCoresAndThreadsAreFound() {
    Topology topology = SysTopology.read(FakeRoot.twoPackages(directory).path());
    assertThat(topology.notes()).isEmpty();
    assertThat(topology.source()).isEqualTo("/sys");
    assertThat(topology.cpus()).hasSize(8);
    assertThat(topology.cores()).isEqualTo(4);
    assertThat(topology.packages()).isEqualTo(2);
    assertThat(topology.allowed()).hasToString("0-7");
    Topology.Cpu first = topology.cpus().get(1);
    Topology.Cpu sibling = topology.cpus().get(5);
    assertThat(sibling.core()).isEqualTo(first.core());
    assertThat(topology.cpus().get(2).packageId()).isOne();
    assertThat(topology.cpus().get(2).numaNode()).isOne();
    assertThat(topology.cpus().get(2).lastCache()).isNotEqualTo(first.lastCache());
    assertThat(topology.numaNodes())
        .containsExactly(
            new Topology.NumaNode(0, CpuSet.of(0, 1, 4, 5), 1L << 30),
            new Topology.NumaNode(1, CpuSet.of(2, 3, 6, 7), 2L << 30));
    assertThat(topology.caches())
        .hasSize(10)
        .contains(
            new Topology.Cache(1, "data", 32 << 10, CpuSet.of(3, 7)),
            new Topology.Cache(3, "unified", 16 << 20, CpuSet.of(2, 3, 6, 7)));
  }

  @Test
  void physicalCoresComeBeforeTheirSecondThreadsAndNeighborsTogether() {
    Topology topology = SysTopology.read(FakeRoot.twoPackages(directory).path());
    assertThat(topology.usable())
        .extracting(Topology.Cpu::id)
        .containsExactly(0, 1, 2, 3, 4, 5, 6, 7);
  }

  @Test
  void theAffinityOfTheProcessLimitsWhatIsUsable() {
    Path root = FakeRoot.twoPackages(directory).allowed("4-6").path();
    Topology topology = SysTopology.read(root);
    assertThat(topology.allowed()).hasToString("4-6");
    assertThat(topology.usableCores()).isEqualTo(3);
    assertThat(topology.usable()).extracting(Topology.Cpu::id).containsExactly(4, 5, 6);
  }

  /** As in a container that counts its processors from 0. */
  @Test
  void whatTheKernelAllowsCountsWhereTheListOfTheSystemHasNoneOfIt() {
    Path root =
        new FakeRoot(directory)
            .file("sys/devices/system/cpu/online", "0-1\n")
            .allowed("4,7")
            .path();
    Topology topology = SysTopology.read(root);
    assertThat(topology.allowed()).hasToString("4,7");
    assertThat(topology.usable()).extracting(Topology.Cpu::id).containsExactly(4, 7);
    assertThat(topology.notes()).isNotEmpty();
  }

  @Test
  void aSiblingIsAFirstChoiceWhereTheFirstThreadIsNotAllowed() {
    Path root = FakeRoot.twoPackages(directory).allowed("0,2,4-5").path();
    assertThat(SysTopology.read(root).usable())
        .extracting(Topology.Cpu::id)
        .containsExactly(0, 5, 2, 4);
  }

  @Test
  void processorsThatAreOfflineAreLeftOut() {
    Path root =
        FakeRoot.twoPackages(directory).file("sys/devices/system/cpu/online", "0,4,6").path();
    Topology topology = SysTopology.read(root);
    assertThat(topology.cpus()).extracting(Topology.Cpu::id).containsExactly(0, 4, 6);
    assertThat(topology.cores()).isEqualTo(2);
    assertThat(topology.numaNodes().get(1).cpus()).hasToString("6");
  }

  @Test
  void nothingAtAllGivesTheProcessorsOfTheJvm() {
    Topology topology = SysTopology.read(directory);
    assertThat(topology.source()).isEqualTo("the JVM");
    assertThat(topology.cpus()).hasSize(Runtime.getRuntime().availableProcessors());
    assertThat(topology.notes()).isNotEmpty();
  }

  @Test
  void aContainerThatHidesSysHasTheProcessorsOfItsAffinityAndItsQuota() {
    Path root =
        new FakeRoot(directory)
            .allowed("4-5,9")
            .file("proc/self/cgroup", "0::/\n")
            .file("sys/fs/cgroup/cpu.max", "150000 100000\n")
            .path();
    Topology topology = SysTopology.read(root);
    assertThat(topology.source()).isEqualTo("/proc");
    assertThat(topology.usable()).extracting(Topology.Cpu::id).containsExactly(4, 5, 9);
    assertThat(topology.allowed()).hasToString("4-5,9");
    assertThat(topology.numaNodes())
        .containsExactly(new Topology.NumaNode(0, CpuSet.of(4, 5, 9), 0));
    assertThat(topology.cpuQuota()).hasValue(1.5);
    assertThat(topology.notes()).isNotEmpty();
  }

  @Test
  void lastLevelCachesOfPartsOfAPackageAreToldApart() {
    // An AMD EPYC 7003 in a virtual machine: complexes of two cores, a memory node for all of them.
    FakeRoot root = new FakeRoot(directory).file("sys/devices/system/cpu/online", "0-3\n");
    for (int id = 0; id < 4; id++) {
      root.cpu(id, 0, Integer.toString(id), id < 2 ? "0-1" : "2-3");
    }
    Topology topology = SysTopology.read(root.node(0, "0-3", 4 << 20).path());
    assertThat(topology.packages()).isOne();
    assertThat(topology.cpus()).extracting(Topology.Cpu::lastCache).containsExactly(0, 0, 2, 2);
    assertThat(topology.caches().stream().filter(cache -> cache.level() == 3))
        .extracting(Topology.Cache::cpus)
        .containsExactly(CpuSet.of(0, 1), CpuSet.of(2, 3));
  }

  @Test
  void aMemoryNodeWithoutProcessorsIsListedAndNobodyIsNearIt() {
    Path root = FakeRoot.twoPackages(directory).node(2, "", 8 << 20).path();
    Topology topology = SysTopology.read(root);
    assertThat(topology.numaNodes())
        .hasSize(3)
        .contains(new Topology.NumaNode(2, CpuSet.empty(), 8L << 30));
    assertThat(topology.cpus()).extracting(Topology.Cpu::numaNode).containsOnly(0, 1);
  }

  @Test
  void aPackageWithoutNumberAndProcessorsWithoutCachesAreOnePlaceToAll() {
    // Virtual machines on ARM: no cache directories, and -1 for the package.
    FakeRoot root = new FakeRoot(directory).file("sys/devices/system/cpu/online", "0-1\n");
    for (int id = 0; id < 2; id++) {
      String topology = "sys/devices/system/cpu/cpu" + id + "/topology/";
      root.file(topology + "physical_package_id", "-1\n")
          .file(topology + "core_cpus_list", id + "");
    }
    Topology topology = SysTopology.read(root.path());
    assertThat(topology.cpus())
        .containsExactly(new Topology.Cpu(0, 0, 0, -1, 0), new Topology.Cpu(1, 0, 0, -1, 1));
    assertThat(topology.caches()).isEmpty();
  }

  @Test
  void aListOfProcessorsAloneGivesACoreForEach() {
    Path root = new FakeRoot(directory).file("sys/devices/system/cpu/online", "0-3").path();
    Topology topology = SysTopology.read(root);
    assertThat(topology.cores()).isEqualTo(4);
    assertThat(topology.packages()).isOne();
    assertThat(topology.numaNodes()).hasSize(1);
  }

  @Test
  void theQuotaOfAContainerIsTheLeastOnTheWayUp() {
    FakeRoot root =
        new FakeRoot(directory)
            .file("proc/self/cgroup", "0::/outer/inner\n")
            .file("sys/fs/cgroup/outer/inner/cpu.max", "max 100000\n")
            .file("sys/fs/cgroup/outer/cpu.max", "150000 100000\n")
            .file("sys/fs/cgroup/outer/memory.max", "1073741824\n")
            .file("sys/fs/cgroup/outer/inner/memory.max", "max\n");
    assertThat(Cgroup.cpuQuota(root.path()).getAsDouble()).isCloseTo(1.5, within(1e-9));
    assertThat(Cgroup.memoryLimit(root.path()).getAsLong()).isEqualTo(1L << 30);
  }

  @Test
  void theFirstVersionOfControlGroupsIsRead() {
    FakeRoot root =
        new FakeRoot(directory)
            .file("proc/self/cgroup", "5:cpu,cpuacct:/job\n3:memory:/job\n1:name=systemd:/\n")
            .file("sys/fs/cgroup/cpu,cpuacct/job/cpu.cfs_quota_us", "50000\n")
            .file("sys/fs/cgroup/cpu,cpuacct/job/cpu.cfs_period_us", "100000\n")
            .file("sys/fs/cgroup/memory/job/memory.limit_in_bytes", "9223372036854771712\n")
            .file("sys/fs/cgroup/memory/memory.limit_in_bytes", "4096\n");
    assertThat(Cgroup.cpuQuota(root.path()).getAsDouble()).isCloseTo(0.5, within(1e-9));
    assertThat(Cgroup.memoryLimit(root.path()).getAsLong()).isEqualTo(4096);
  }

  @Test
  void noLimitIsNoQuota() {
    FakeRoot root =
        new FakeRoot(directory)
            .file("proc/self/cgroup", "0::/../../etc\n4:cpu:/x\n")
            .file("sys/fs/cgroup/cpu/x/cpu.cfs_quota_us", "-1\n")
            .file("sys/fs/cgroup/cpu/x/cpu.cfs_period_us", "100000\n")
            .file("etc/cpu.max", "1 1000\n");
    assertThat(Cgroup.cpuQuota(root.path())).isEmpty();
    assertThat(Cgroup.memoryLimit(root.path())).isEmpty();
  }

  @Test
  void thisHostIsReadWithoutNotes() {
    Topology topology = Topology.ofThisHost();
    assertThat(topology.cpus().size())
        .isGreaterThanOrEqualTo(Runtime.getRuntime().availableProcessors());
    assertConsistent(topology);
  }

  private static final List<String> FILES =
      List.of(
          "sys/devices/system/cpu/online",
          "sys/devices/system/cpu/present",
          "sys/devices/system/cpu/cpu0/topology/physical_package_id",
          "sys/devices/system/cpu/cpu0/topology/core_cpus_list",
          "sys/devices/system/cpu/cpu1/topology/thread_siblings_list",
          "sys/devices/system/cpu/cpu1/cache/index0/level",
          "sys/devices/system/cpu/cpu1/cache/index0/size",
          "sys/devices/system/cpu/cpu1/cache/index0/type",
          "sys/devices/system/cpu/cpu1/cache/index2/shared_cpu_list",
          "sys/devices/system/node/node0/cpulist",
          "sys/devices/system/node/node1/cpulist",
          "sys/devices/system/node/node1/meminfo",
          "sys/devices/system/node/node12345678901/cpulist",
          "proc/self/status",
          "proc/self/cgroup",
          "sys/fs/cgroup/cpu.max",
          "sys/fs/cgroup/memory.max");

  @Provide
  Arbitrary<String> contents() {
    return Arbitraries.oneOf(
        Arbitraries.strings().ofMaxLength(40),
        Arbitraries.strings().withChars("0123456789,-KMG\n x:").ofMaxLength(30),
        Arbitraries.of(
            "0-7",
            "7-0",
            "0-65535",
            "1-40",
            "99999999999999999999",
            "-1",
            "512K",
            "K",
            "Cpus_allowed_list:\t8-9",
            "Cpus_allowed_list:\t",
            "0::/a\0b",
            "0::/\n1:cpu:/../..",
            "max",
            "1 0",
            "0 0",
            "9999999999999999999 1",
            "MemTotal: 99999999999999999999 kB"));
  }

  @Property(tries = 100)
  void damagedFilesGiveAConsistentTopologyAndNeverFail(
      @ForAll @Size(18) List<@net.jqwik.api.From("contents") String> contents) throws IOException {
    for (int i = 0; i < FILES.size(); i++) {
      if (contents.get(i).isEmpty()) {
        Files.deleteIfExists(damaged.path().resolve(FILES.get(i)));
      } else {
        damaged.file(FILES.get(i), contents.get(i));
      }
    }
    assertConsistent(SysTopology.read(damaged.path()));
    Cgroup.memoryLimit(damaged.path()).ifPresent(limit -> assertThat(limit).isPositive());
  }

  private static FakeRoot damaged;

  @BeforeContainer
  static void makeRoot() throws IOException {
    damaged = FakeRoot.twoPackages(Files.createTempDirectory("damaged"));
  }

  @AfterContainer
  static void removeRoot() throws IOException {
    try (var files = Files.walk(damaged.path())) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  static void assertConsistent(Topology topology) {
    assertThat(topology.cpus()).isNotEmpty();
    assertThat(topology.cpus()).extracting(Topology.Cpu::id).doesNotHaveDuplicates().isSorted();
    assertThat(topology.usable()).isNotEmpty();
    assertThat(topology.usable()).allMatch(cpu -> topology.allowed().contains(cpu.id()));
    assertThat(topology.usableCores()).isBetween(1, topology.cores());
    assertThat(topology.cpus()).allMatch(cpu -> cpu.packageId() >= 0);
    List<Integer> nodes = topology.numaNodes().stream().map(Topology.NumaNode::id).toList();
    assertThat(topology.cpus())
        .allMatch(cpu -> cpu.numaNode() == 0 || nodes.contains(cpu.numaNode()));
    topology.cpuQuota().ifPresent(quota -> assertThat(quota).isPositive().isFinite());
  }
}
