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

  @Test
  void isWhatTheGroupHasLeftAndThePagesItWouldDrop() {
    host.file("proc/self/cgroup", "0::/job/step\n");
    String job = "sys/fs/cgroup/job/";
    host.file(job + "memory.max", 4096 * MB + "\n")
        .file(job + "memory.current", 3996 * MB + "\n")
        .file(job + "memory.stat", "active_file 123\ninactive_file " + 20 * MB + "\n");
    assertThat(available()).isEqualTo(120 * MB);
    host.file(job + "step/memory.max", 200 * MB + "\n")
        .file(job + "step/memory.current", 150 * MB + "\n");
    assertThat(available()).isEqualTo(50 * MB);
  }

  @Test
  void isTheSameInTheFirstVersionOfControlGroups() {
    host.file("proc/self/cgroup", "7:memory:/job\n");
    String job = "sys/fs/cgroup/memory/job/";
    host.file(job + "memory.limit_in_bytes", 4096 * MB + "\n")
        .file(job + "memory.usage_in_bytes", 3996 * MB + "\n")
        .file(job + "memory.stat", "inactive_file 4096\ntotal_inactive_file " + 20 * MB + "\n");
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
