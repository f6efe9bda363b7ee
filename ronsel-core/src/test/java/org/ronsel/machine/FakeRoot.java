package org.ronsel.machine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A directory that looks like {@code /proc} and {@code /sys} of some machine. */
final class FakeRoot {
  private final Path root;

  FakeRoot(Path root) {
    this.root = root;
  }

  Path path() {
    return root;
  }

  FakeRoot file(String path, String content) {
    return file(path, content.getBytes(java.nio.charset.StandardCharsets.ISO_8859_1));
  }

  FakeRoot file(String path, byte[] content) {
    try {
      Path file = root.resolve(path);
      Files.createDirectories(file.getParent());
      Files.write(file, content);
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  FakeRoot cpu(int id, int packageId, String siblings, String lastCache) {
    String cpu = "sys/devices/system/cpu/cpu" + id + "/";
    file(cpu + "topology/physical_package_id", packageId + "\n");
    file(cpu + "topology/thread_siblings_list", siblings + "\n");
    cache(cpu + "cache/index0/", "1", "Data", "32K", siblings);
    cache(cpu + "cache/index1/", "1", "Instruction", "32K", siblings);
    cache(cpu + "cache/index2/", "3", "Unified", "16M", lastCache);
    return this;
  }

  private void cache(String directory, String level, String type, String size, String cpus) {
    file(directory + "level", level + "\n");
    file(directory + "type", type + "\n");
    file(directory + "size", size + "\n");
    file(directory + "shared_cpu_list", cpus + "\n");
  }

  FakeRoot node(int id, String cpus, long kilobytes) {
    String node = "sys/devices/system/node/node" + id + "/";
    file(node + "cpulist", cpus + "\n");
    return file(node + "meminfo", "Node " + id + " MemTotal:  " + kilobytes + " kB\n");
  }

  /** Two packages of two cores of two threads; siblings are numbered four apart. */
  static FakeRoot twoPackages(Path root) {
    FakeRoot fake = new FakeRoot(root).file("sys/devices/system/cpu/online", "0-7\n");
    for (int id = 0; id < 8; id++) {
      int core = id % 4;
      int packageId = core / 2;
      String cache = packageId == 0 ? "0-1,4-5" : "2-3,6-7";
      fake.cpu(id, packageId, core + "," + (core + 4), cache);
    }
    return fake.node(0, "0-1,4-5", 1 << 20).node(1, "2-3,6-7", 2 << 20);
  }

  FakeRoot allowed(String cpus) {
    return file("proc/self/status", "Name:\tjava\nCpus_allowed_list:\t" + cpus + "\nMems:\t0\n");
  }
}
