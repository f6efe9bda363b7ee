package org.ronsel.machine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SegmentErrorsTest {
  @Test
  void aLimitOnTheSizeOfFilesIsNotTakenForALackOfMemory() {
    String why = LinuxCalls.errorText(-LinuxCalls.EFBIG);
    assertThat(SegmentErrors.cannotGet("messages", 4096, why, null, null))
        .hasMessageContaining("messages: File too large (EFBIG). ")
        .hasMessageContaining("ulimit -f")
        .hasMessageNotContaining("used up");
  }

  @Test
  void aLackOfMemoryIsTold() {
    String why = LinuxCalls.errorText(-LinuxCalls.ENOMEM);
    assertThat(SegmentErrors.cannotGet("messages", 4096, why, null, null))
        .hasMessageContaining("used up");
  }
}
