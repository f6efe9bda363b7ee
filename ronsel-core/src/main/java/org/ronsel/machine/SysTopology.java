package org.ronsel.machine;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.ronsel.machine.Topology.Cache;
import org.ronsel.machine.Topology.Cpu;
import org.ronsel.machine.Topology.NumaNode;
import org.ronsel.memory.ByteSize;

/**
 * Reads the topology from {@code /sys/devices/system} of Linux. Missing and damaged files are
 * replaced by the plainest assumption (one package, one node, a core for each processor) and noted;
 * nothing in these files makes it fail.
 */
final class SysTopology {
  /** More processors than this are not examined one by one. */
  private static final int MOST_CPUS = 8192;

  private final Path cpuDirectory;
  private final Path nodeDirectory;
  private final List<String> notes = new ArrayList<>();

  private SysTopology(Path root) {
    this.cpuDirectory = root.resolve("sys/devices/system/cpu");
    this.nodeDirectory = root.resolve("sys/devices/system/node");
  }

  /** The processors that the process may use by affinity and cpuset; empty where it is unknown. */
  private static CpuSet allowed(Path root) {
    // The process's first thread tells: rank threads are bound one by one, and never that one.
    String list =
        SmallFile.field(SmallFile.read(root.resolve("proc/self/status")), "Cpus_allowed_list");
    CpuSet set = list == null ? null : CpuSet.parseList(list);
    return set == null || set.size() > MOST_CPUS ? CpuSet.empty() : set;
  }

  /** Reads below a root directory, which is {@code /} but in tests. */
  static Topology read(Path root) {
    return new SysTopology(root).readAll(root);
  }

  private Topology readAll(Path root) {
    CpuSet affinity = allowed(root);
    CpuSet listed = online();
    CpuSet known = affinity.isEmpty() ? countedByTheJvm() : affinity;
    if (!listed.isEmpty() && !affinity.isEmpty() && affinity.and(listed).isEmpty()) {
      // A container may count its processors from 0; only the kernel's numbers can be bound to.
      notes.add(
          "/sys lists other processors than this process may use; those of its affinity count");
      listed = CpuSet.empty();
    }
    CpuSet online = listed.isEmpty() ? known : listed;
    String source = !listed.isEmpty() ? "/sys" : affinity.isEmpty() ? "the JVM" : "/proc";
    Map<Integer, Integer> nodeOf = new HashMap<>();
    List<NumaNode> nodes = numaNodes(online, nodeOf);
    List<Cache> caches = new ArrayList<>();
    Map<Integer, Integer> lastCacheOf = new HashMap<>();
    Map<Integer, Integer> packageOf = new HashMap<>();
    Map<Integer, Integer> coreKeyOf = new HashMap<>();
    readCpus(online, packageOf, coreKeyOf, lastCacheOf, caches);

    Map<Integer, Integer> coreNumber = new LinkedHashMap<>();
    List<Cpu> cpus = new ArrayList<>();
    online.stream()
        .forEach(
            id -> {
              int key = coreKeyOf.getOrDefault(id, id);
              int core = coreNumber.computeIfAbsent(key, k -> coreNumber.size());
              int node = nodeOf.getOrDefault(id, 0);
              int cache = lastCacheOf.getOrDefault(id, -1);
              cpus.add(new Cpu(id, packageOf.getOrDefault(id, 0), node, cache, core));
            });
    CpuSet allowed = affinity.isEmpty() ? online : affinity.and(online);
    caches.sort(Comparator.comparingInt(Cache::level).thenComparing(c -> c.cpus().first()));
    return new Topology(source, cpus, allowed, Cgroup.cpuQuota(root), nodes, caches, notes);
  }

  private static CpuSet countedByTheJvm() {
    return CpuSet.of(IntStream.range(0, Runtime.getRuntime().availableProcessors()).toArray());
  }

  /** The processors of the system, or none where there is no list of them. */
  private CpuSet online() {
    for (String file : new String[] {"online", "present", "possible"}) {
      String text = SmallFile.read(cpuDirectory.resolve(file));
      CpuSet set = text == null ? null : CpuSet.parseList(text);
      if (set != null && !set.isEmpty() && set.size() <= MOST_CPUS) {
        return set;
      }
    }
    notes.add("there is no list of processors in " + cpuDirectory);
    return CpuSet.empty();
  }

  private void readCpus(
      CpuSet online,
      Map<Integer, Integer> packageOf,
      Map<Integer, Integer> coreKeyOf,
      Map<Integer, Integer> lastCacheOf,
      List<Cache> caches) {
    online.stream()
        .forEach(
            id -> {
              Path cpu = cpuDirectory.resolve("cpu" + id);
              Path topology = cpu.resolve("topology");
              int packageId = SmallFile.readInt(topology.resolve("physical_package_id"), 0);
              packageOf.put(id, Math.max(0, packageId)); // some ARM systems say -1
              coreKeyOf.put(id, coreKey(id, topology, online));
              readCaches(id, cpu.resolve("cache"), online, lastCacheOf, caches);
            });
  }

  /** The lowest processor of the same core. */
  private static int coreKey(int id, Path topology, CpuSet online) {
    for (String file : new String[] {"core_cpus_list", "thread_siblings_list"}) {
      String text = SmallFile.read(topology.resolve(file));
      CpuSet siblings = text == null ? null : CpuSet.parseList(text);
      if (siblings != null && siblings.contains(id)) {
        return siblings.and(online).first();
      }
    }
    return id;
  }

  private static void readCaches(
      int id,
      Path directory,
      CpuSet online,
      Map<Integer, Integer> lastCacheOf,
      List<Cache> caches) {
    int lastLevel = 0;
    for (int index = 0; index < 16; index++) {
      Path cache = directory.resolve("index" + index);
      int level = SmallFile.readInt(cache.resolve("level"), 0);
      if (level < 1 || level > 9) {
        continue;
      }
      String list = SmallFile.read(cache.resolve("shared_cpu_list"));
      CpuSet shared = list == null ? null : CpuSet.parseList(list);
      shared = shared == null ? CpuSet.of(id) : shared.and(online);
      if (!shared.contains(id)) {
        shared = CpuSet.of(id);
      }
      String type = SmallFile.read(cache.resolve("type"));
      type = type == null ? "unified" : type.strip().toLowerCase(Locale.ROOT);
      if (level > lastLevel && !type.equals("instruction")) {
        lastLevel = level;
        lastCacheOf.put(id, shared.first());
      }
      if (shared.first() == id) {
        caches.add(new Cache(level, type, size(cache), shared));
      }
    }
  }

  /** A size such as {@code 512K}. */
  private static long size(Path cache) {
    String text = SmallFile.read(cache.resolve("size"));
    if (text == null) {
      return 0;
    }
    try {
      return ByteSize.parse(text);
    } catch (IllegalArgumentException damaged) {
      return 0;
    }
  }

  private List<NumaNode> numaNodes(CpuSet online, Map<Integer, Integer> nodeOf) {
    Map<Integer, NumaNode> nodes = new TreeMap<>();
    try (var directories = Files.newDirectoryStream(nodeDirectory, "node[0-9]*")) {
      for (Path directory : directories) {
        String name = directory.getFileName().toString().substring("node".length());
        CpuSet number = CpuSet.parseList(name);
        String list = SmallFile.read(directory.resolve("cpulist"));
        CpuSet cpus = list == null ? null : CpuSet.parseList(list);
        if (number == null || number.size() != 1 || cpus == null) {
          notes.add(directory + " cannot be understood");
          continue;
        }
        int id = number.first();
        String memory = SmallFile.read(directory.resolve("meminfo"));
        CpuSet near = cpus.and(online);
        nodes.put(id, new NumaNode(id, near, SmallFile.kilobytes(memory, "MemTotal:")));
        near.stream().forEach(cpu -> nodeOf.putIfAbsent(cpu, id));
      }
    } catch (IOException | DirectoryIteratorException absent) {
      notes.add("there are no memory nodes in " + nodeDirectory);
    }
    if (nodes.isEmpty()) {
      nodes.put(0, new NumaNode(0, online, 0));
    }
    return new ArrayList<>(nodes.values());
  }
}
