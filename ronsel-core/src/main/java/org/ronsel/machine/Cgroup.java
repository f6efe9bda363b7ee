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
    visit(root, "memory", group -> least[0] = Math.min(least[0], limitOf(group)));
    return least[0] < Long.MAX_VALUE ? OptionalLong.of(least[0]) : OptionalLong.empty();
  }

  /**
   * The memory in bytes that the groups can still give, if it is limited: the limit less what is
   * used, except for pages of files that nobody has used lately, which the kernel drops first.
   */
  static OptionalLong memoryLeft(Path root) {
    long[] least = {Long.MAX_VALUE};
    visit(
        root,
        "memory",
        group -> {
          long limit = limitOf(group);
          if (limit < Long.MAX_VALUE) {
            long used = bytes(group, "memory.current", "memory.usage_in_bytes");
            String details = SmallFile.read(group.resolve("memory.stat"));
            long unused =
                Math.max(entry(details, "inactive_file"), entry(details, "total_inactive_file"));
            least[0] = Math.min(least[0], Math.clamp(limit - used + unused, 0, limit));
          }
        });
    return least[0] < Long.MAX_VALUE ? OptionalLong.of(least[0]) : OptionalLong.empty();
  }

  /** The limit of one group, or {@code Long.MAX_VALUE}. */
  private static long limitOf(Path group) {
    long limit = bytes(group, "memory.max", "memory.limit_in_bytes");
    // The first version of control groups writes a huge number for "no limit".
    return limit > 0 && limit < 1L << 60 ? limit : Long.MAX_VALUE;
  }

  /** What the first of these files that is there says; 0 if none says a number. */
  private static long bytes(Path group, String... files) {
    for (String file : files) {
      String text = SmallFile.read(group.resolve(file));
      if (text != null) {
        return (long) positive(text.strip());
      }
    }
    return 0;
  }

  /** The number behind a name at the beginning of a line; 0 if there is none. */
  private static long entry(@Nullable String lines, String name) {
    if (lines != null) {
      for (String line : lines.split("\n", 1000)) {
        if (line.startsWith(name + " ")) {
          return (long) positive(line.substring(name.length() + 1).strip());
        }
      }
    }
    return 0;
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
