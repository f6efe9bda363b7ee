package org.ronsel.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.ronsel.machine.HwlocTopology.UnavailableException;

class HwlocXmlTest {
  private static final String TWO_PACKAGES =
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE topology SYSTEM "hwloc2.dtd">
      <topology version="2.0">
        <object type="Machine" os_index="0" cpuset="0x0000000f" allowed_cpuset="0x0000000f">
          <info name="Backend" value="Linux"/>
          <object type="Package" os_index="0" cpuset="0x00000003">
            <object type="NUMANode" os_index="0" cpuset="0x00000003" local_memory="1073741824"/>
            <object type="L3Cache" cpuset="0x00000003" cache_size="16777216" cache_linesize="64">
              <object type="L1Cache" cpuset="0x00000003" cache_size="32768" cache_linesize="64">
                <object type="L1iCache" cpuset="0x00000003" cache_size="32768" cache_linesize="64">
                  <object type="Core" os_index="0" cpuset="0x00000003">
                    <object type="PU" os_index="0" cpuset="0x00000001"/>
                    <object type="PU" os_index="1" cpuset="0x00000002"/>
                  </object>
                </object>
              </object>
            </object>
          </object>
          <object type="Package" os_index="1" cpuset="0x0000000c">
            <object type="NUMANode" os_index="1" cpuset="0x0000000c" local_memory="2147483648"/>
            <object type="L3Cache" cpuset="0x0000000c" cache_size="16777216" cache_linesize="64">
              <object type="Core" os_index="0" cpuset="0x00000004">
                <object type="PU" os_index="2" cpuset="0x00000004"/>
              </object>
              <object type="Core" os_index="1" cpuset="0x00000008">
                <object type="PU" os_index="3" cpuset="0x00000008"/>
              </object>
            </object>
          </object>
        </object>
      </topology>
      """;

  private static Topology parse(String xml) throws UnavailableException {
    return HwlocXml.parse(xml, CpuSet.of(0, 1, 2, 3, 64), OptionalDouble.of(3));
  }

  @Test
  void packagesNodesCachesCoresAndThreadsAreFound() throws Exception {
    Topology topology = parse(TWO_PACKAGES);
    assertThat(topology.source()).isEqualTo("hwloc");
    assertThat(topology.cpus())
        .containsExactly(
            new Topology.Cpu(0, 0, 0, 0, 0, 0),
            new Topology.Cpu(1, 0, 0, 0, 0, 1),
            new Topology.Cpu(2, 1, 1, 1, 1, 0),
            new Topology.Cpu(3, 1, 1, 1, 2, 0));
    assertThat(topology.numaNodes())
        .containsExactly(
            new Topology.NumaNode(0, CpuSet.of(0, 1), 1L << 30),
            new Topology.NumaNode(1, CpuSet.of(2, 3), 2L << 30));
    assertThat(topology.caches())
        .containsExactly(
            new Topology.Cache(1, "data", 32768, 64, CpuSet.of(0, 1)),
            new Topology.Cache(1, "instruction", 32768, 64, CpuSet.of(0, 1)),
            new Topology.Cache(3, "unified", 16 << 20, 64, CpuSet.of(0, 1)),
            new Topology.Cache(3, "unified", 16 << 20, 64, CpuSet.of(2, 3)));
    assertThat(topology.allowed()).hasToString("0-3");
    assertThat(topology.cpuQuota()).hasValue(3);
  }

  @Test
  void textThatIsNoTopologyIsRefused() {
    for (String xml : List.of("", "hello", "<topology/>", "<topology><object type=\"PU\"/>")) {
      assertThatThrownBy(() -> parse(xml)).as(xml).isInstanceOf(UnavailableException.class);
    }
  }

  @Test
  void anExternalEntityIsNotRead() {
    String xml =
        "<!DOCTYPE t [<!ENTITY e SYSTEM \"file:///etc/passwd\">]>"
            + "<topology><object type=\"PU\" os_index=\"0\">&e;</object></topology>";
    assertThatThrownBy(() -> parse(xml))
        .isInstanceOf(UnavailableException.class)
        .hasMessageNotContaining("root:");
  }

  @Property(tries = 1000)
  void damagedTextGivesAConsistentTopologyOrIsRefused(
      @ForAll @IntRange(max = 2000) int at,
      @ForAll @IntRange(max = 60) int removed,
      @ForAll("pieces") String inserted) {
    int start = Math.min(at, TWO_PACKAGES.length());
    int end = Math.min(start + removed, TWO_PACKAGES.length());
    String damaged = TWO_PACKAGES.substring(0, start) + inserted + TWO_PACKAGES.substring(end);
    try {
      SysTopologyTest.assertConsistent(parse(damaged));
    } catch (UnavailableException refused) {
      assertThat(refused).hasMessageNotContaining("null");
    }
  }

  @net.jqwik.api.Provide
  net.jqwik.api.Arbitrary<String> pieces() {
    return net.jqwik.api.Arbitraries.oneOf(
        net.jqwik.api.Arbitraries.of(
            "",
            "9",
            "99999999999",
            "-1",
            "\" os_index=\"",
            "<object type=\"PU\" os_index=\"1\"/>",
            "</object>",
            "<object type=\"NUMANode\">",
            "x",
            "0x",
            ",,,",
            "&lt;"),
        net.jqwik.api.Arbitraries.strings().ofMaxLength(6));
  }

  @Test
  void theLibraryAndSysAgreeOnThisHost() throws Exception {
    assumeTrue(HwlocTopology.availability().usable());
    Path root = Path.of("/");
    Topology sys = SysTopology.read(root);
    Topology hwloc = HwlocTopology.read(SysTopology.allowed(root), Cgroup.cpuQuota(root));
    assertThat(hwloc.allowed()).isEqualTo(sys.allowed());
    assertThat(hwloc.usableCores()).isEqualTo(sys.usableCores());
    assertThat(hwloc.usable())
        .extracting(Topology.Cpu::id)
        .isEqualTo(sys.usable().stream().map(Topology.Cpu::id).toList());
    assertThat(hwloc.numaNodes()).hasSameSizeAs(sys.numaNodes());
  }

  @Test
  void aMachineThatHwlocInventsIsReadThroughTheLibrary() throws Exception {
    assumeTrue(HwlocTopology.availability().usable());
    try (ForkedJvm jvm =
        ForkedJvm.start(
            PrintTopology.class,
            List.of(ForkedJvm.NATIVE),
            Map.of("HWLOC_SYNTHETIC", "pack:2 numa:1 l3:2 core:4 pu:2", "HWLOC_THISSYSTEM", "0"))) {
      assertThat(jvm.finish()).isEqualTo("hwloc 32 cpus 16 cores 2 packages 2 nodes");
    }
  }

  /** Prints the size of the topology of this host. */
  static final class PrintTopology {
    public static void main(String[] args) {
      Topology topology = Topology.ofThisHost();
      System.out.printf(
          "%s %d cpus %d cores %d packages %d nodes%n",
          topology.source(),
          topology.cpus().size(),
          topology.cores(),
          topology.packages(),
          topology.numaNodes().size());
    }
  }
}
