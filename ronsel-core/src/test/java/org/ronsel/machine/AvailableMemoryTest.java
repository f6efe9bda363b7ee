package org.ronsel.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AvailableMemoryTest {
  private static final long MB = 1 << 20;

  @TempDir private Path directory;
  private FakeRoot host;

  @BeforeEach
  void aHostWithMuchMemory() {
    host = new FakeRoot(directory).file("proc/meminfo", "MemAvailable:   60000000 kB\n");
  }

  private long available() {
    return AvailableMemory.bytes(host.path());
  }

  @Test
  void isThatOfTheHostWhereNoGroupHasALimit() {
    assertThat(available()).isEqualTo(60_000_000L * 1024);
    host.file("proc/self/cgroup", "0::/\n").file("sys/fs/cgroup/memory.max", "max\n");
    assertThat(available()).isEqualTo(60_000_000L * 1024);
  }

  private void group(String directory, String limit, String usage, String stat) {
    host.file(directory + limit, 4096 * MB + "\n")
        .file(directory + usage, 3996 * MB + "\n")
        .file(directory + "memory.stat", "active_file 123\n" + stat + " " + 20 * MB + "\n");
  }

  @Test
  void isWhatTheGroupHasLeftAndThePagesItWouldDrop() {
    host.file("proc/self/cgroup", "0::/job/step\n");
    String job = "sys/fs/cgroup/job/";
    group(job, "memory.max", "memory.current", "inactive_file");
    assertThat(available()).isEqualTo(120 * MB);
    host.file(job + "step/memory.max", 200 * MB + "\n")
        .file(job + "step/memory.current", 150 * MB + "\n");
    assertThat(available()).isEqualTo(50 * MB);
  }

  @Test
  void isTheSameInTheFirstVersionOfControlGroups() {
    host.file("proc/self/cgroup", "7:memory:/job\n");
    group(
        "sys/fs/cgroup/memory/job/",
        "memory.limit_in_bytes",
        "memory.usage_in_bytes",
        "inactive_file 4096\ntotal_inactive_file");
    assertThat(available()).isEqualTo(120 * MB);
  }

  @Test
  void isNothingWhereMoreIsUsedThanAllowed() {
    host.file("proc/self/cgroup", "0::/\n")
        .file("sys/fs/cgroup/memory.max", 100 * MB + "\n")
        .file("sys/fs/cgroup/memory.current", 101 * MB + "\n");
    assertThat(available()).isZero();
  }
}
