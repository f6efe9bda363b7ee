package org.ronsel.machine;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The limits that a control group (container) sets on this process. The least limit from the
 * process's group up to the root holds.
 */
final class Cgroup {
  private Cgroup() {}

  /** The processor time allowed, in processors, if it is limited. */
  static OptionalDouble cpuQuota(Path root) {
    double[] least = {Double.POSITIVE_INFINITY};
    visit(
        root,
        "cpu",
        group -> {
          String max = SmallFile.read(group.resolve("cpu.max"));
          if (max != null) {
            String[] words = max.strip().split("\\s+");
            least[0] = Math.min(least[0], ratio(words[0], words.length > 1 ? words[1] : "100000"));
          }
          String quota = SmallFile.read(group.resolve("cpu.cfs_quota_us"));
          String period = SmallFile.read(group.resolve("cpu.cfs_period_us"));
          if (quota != null && period != null) {
            least[0] = Math.min(least[0], ratio(quota.strip(), period.strip()));
          }
        });
    return Double.isFinite(least[0]) ? OptionalDouble.of(least[0]) : OptionalDouble.empty();
  }

  /** The memory allowed in bytes, if it is limited. */
  static OptionalLong memoryLimit(Path root) {
    long[] least = {Long.MAX_VALUE};
    visit(
        root,
        "memory",
        group -> {
          for (String file : new String[] {"memory.max", "memory.limit_in_bytes"}) {
            String text = SmallFile.read(group.resolve(file));
            double value = text == null ? Double.NaN : positive(text.strip());
            // The first version of control groups writes a huge number for "no limit".
            if (value < 1L << 60) {
              least[0] = Math.min(least[0], (long) value);
            }
          }
        });
    return least[0] < Long.MAX_VALUE ? OptionalLong.of(least[0]) : OptionalLong.empty();
  }

  private static double ratio(String quota, String period) {
    double value = positive(quota) / positive(period);
    return value > 0 && Double.isFinite(value) ? value : Double.POSITIVE_INFINITY;
  }

  /** A positive decimal number, else not a number ("max" and "-1" mean no limit). */
  private static double positive(String digits) {
    if (digits.isEmpty() || digits.length() > 20) {
      return Double.NaN;
    }
    for (int i = 0; i < digits.length(); i++) {
      if (digits.charAt(i) < '0' || digits.charAt(i) > '9') {
        return Double.NaN;
      }
    }
    double value = Double.parseDouble(digits);
    return value > 0 ? value : Double.NaN;
  }

  private interface Visitor {
    void group(Path directory);
  }

  /** Visits the directories of the process's groups and of all groups above them. */
  private static void visit(Path root, String controller, Visitor visitor) {
    String groups = SmallFile.read(root.resolve("proc/self/cgroup"));
    if (groups == null) {
      return;
    }
    Path mounts = root.resolve("sys/fs/cgroup");
    for (String line : groups.split("\n", 1000)) {
      String[] parts = line.split(":", 3);
      if (parts.length < 3) {
        continue;
      }
      String controllers = parts[1];
      if (parts[0].equals("0") && controllers.isEmpty()) {
        visitUpwards(mounts, parts[2], visitor);
        visitUpwards(mounts.resolve("unified"), parts[2], visitor);
      } else if (("," + controllers + ",").contains("," + controller + ",")) {
        Path mount = below(mounts, controllers);
        if (mount != null) {
          visitUpwards(mount, parts[2], visitor);
        }
        visitUpwards(mounts.resolve(controller), parts[2], visitor);
      }
    }
  }

  private static void visitUpwards(Path mount, String group, Visitor visitor) {
    Path directory = below(mount, group.strip().replaceFirst("^/+", ""));
    // Inside a container the group's path may be the host's, which is not visible: then only the
    // mount itself counts, which is the container's own group.
    while (directory != null && directory.startsWith(mount)) {
      visitor.group(directory);
      directory = directory.getParent();
    }
  }

  private static @Nullable Path below(Path parent, String name) {
    try {
      Path child = parent.resolve(name).normalize();
      return child.startsWith(parent) ? child : null;
    } catch (InvalidPathException damaged) {
      return null;
    }
  }
}
