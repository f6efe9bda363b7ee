package org.ronsel.machine;

import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Predicate;

/**
 * The processors of this host: which share a core, a cache, a memory node and a package, and which
 * of them this process may use.
 *
 * @param source where this was read: {@code /sys}, or {@code /proc} or {@code the JVM}, which know
 *     the processors alone
 * @param cpus the logical processors, ascending by number; at least one
 * @param allowed those that this process may run on (affinity and cpuset); at least one of {@code
 *     cpus}
 * @param cpuQuota the processor time that the container may use, in processors, if it is limited
 * @param numaNodes the memory nodes, ascending by number
 * @param caches the caches, nearest first
 * @param notes what could not be read, for people
 */
public record Topology(
    String source,
    List<Cpu> cpus,
    CpuSet allowed,
    OptionalDouble cpuQuota,
    List<NumaNode> numaNodes,
    List<Cache> caches,
    List<String> notes) {

  /**
   * A logical processor.
   *
   * @param id the number the operating system gives it
   * @param packageId the number of its package (socket)
   * @param numaNode the number of its memory node
   * @param lastCache a number that it shares with the processors on the same last-level cache
   * @param core a number that it shares with the processors of the same physical core, and no other
   */
  public record Cpu(int id, int packageId, int numaNode, int lastCache, int core) {}

  /**
   * A memory node.
   *
   * @param id the number the operating system gives it
   * @param cpus the processors near it
   * @param memoryBytes its memory, 0 if unknown
   */
  public record NumaNode(int id, CpuSet cpus, long memoryBytes) {}

  /**
   * A cache.
   *
   * @param level 1 for the nearest
   * @param type {@code data}, {@code instruction} or {@code unified}
   * @param bytes its size, 0 if unknown
   * @param cpus the processors that share it
   */
  public record Cache(int level, String type, long bytes, CpuSet cpus) {}

  /** Copies the lists and checks that there is a processor to run on. */
  public Topology {
    cpus = List.copyOf(cpus);
    numaNodes = List.copyOf(numaNodes);
    caches = List.copyOf(caches);
    notes = List.copyOf(notes);
    if (cpus.isEmpty() || cpus.stream().noneMatch(allowedIn(allowed))) {
      throw new IllegalArgumentException("A topology needs a processor that may be used");
    }
  }

  /** Puts processors that share most next to each other. */
  static final Comparator<Cpu> NEIGHBORS =
      Comparator.comparingInt(Cpu::packageId)
          .thenComparingInt(Cpu::numaNode)
          .thenComparingInt(Cpu::lastCache)
          .thenComparingInt(Cpu::core)
          .thenComparingInt(Cpu::id);

  private static Predicate<Cpu> allowedIn(CpuSet allowed) {
    return cpu -> allowed.contains(cpu.id());
  }

  /** The topology of this host, read once, at the first call (some milliseconds). */
  public static Topology ofThisHost() {
    return Host.TOPOLOGY;
  }

  private static final class Host {
    static final Topology TOPOLOGY = SysTopology.read(Path.of("/"));
  }

  /**
   * The processors that this process may use, in the order in which ranks take them: neighbours in
   * caches, memory nodes and packages stand together, and every core comes once before a second
   * thread of any core.
   */
  public List<Cpu> usable() {
    Map<Integer, Integer> taken = new HashMap<>();
    Map<Cpu, Integer> turns = new HashMap<>();
    for (Cpu cpu : cpus) {
      if (allowed.contains(cpu.id())) {
        turns.put(cpu, taken.merge(cpu.core(), 1, Integer::sum));
      }
    }
    return turns.keySet().stream()
        .sorted(Comparator.<Cpu>comparingInt(turns::get).thenComparing(NEIGHBORS))
        .toList();
  }

  /** How many physical cores have a processor that may be used. */
  public int usableCores() {
    return (int) cpus.stream().filter(allowedIn(allowed)).mapToInt(Cpu::core).distinct().count();
  }

  /** How many packages there are. */
  public int packages() {
    return (int) cpus.stream().mapToInt(Cpu::packageId).distinct().count();
  }

  /** How many physical cores there are. */
  public int cores() {
    return (int) cpus.stream().mapToInt(Cpu::core).distinct().count();
  }
}
