package org.ronsel.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MachineReportTest {
  @AfterEach
  void restoreDirectory() {
    System.clearProperty("ronsel.shm.dir");
  }

  @Test
  void everyFacilityIsUsableOrHasAReason() {
    MachineReport report = MachineReport.collect();
    MachineReport.Facilities facilities = report.facilities();
    assertThat(
            List.of(
                facilities.nativeAccess(),
                facilities.anonymousMemory(),
                facilities.futex(),
                facilities.affinity(),
                facilities.processMemory(),
                facilities.processArrays()))
        .allMatch(one -> !one.detail().isBlank())
        .allMatch(
            one -> one.toString().startsWith(one.usable() ? "usable" : "unavailable, because"));
    assertThat(report.os().pageBytes()).isEqualTo(SharedSegment.pageSize());
    assertThat(report.jdk().version()).startsWith(Integer.toString(Runtime.version().feature()));
    assertThat(report.topology().usable()).isNotEmpty();
  }

  @Test
  void aDirectoryThatDoesNotExistIsReportedAndNoError() {
    System.setProperty("ronsel.shm.dir", "/absent");
    MachineReport.Memory memory = MachineReport.collect().memory();
    assertThat(memory.sharedDirectory()).hasToString("/absent");
    assertThat(memory.sharedTotalBytes()).isEqualTo(-1);
    assertThat(memory.sharedFreeBytes()).isEqualTo(-1);
  }
}
