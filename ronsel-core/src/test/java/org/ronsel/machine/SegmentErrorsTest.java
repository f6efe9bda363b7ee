package org.ronsel.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SegmentErrorsTest {
  @TempDir Path folder;

  @Test
  void aLimitOnTheSizeOfFilesIsNotTakenForALackOfMemory() {
    String why = LinuxCalls.errorText(-LinuxCalls.EFBIG);
    assertThat(SegmentErrors.cannotGet("messages", 4096, why, null, null))
        .hasMessageContaining("messages: File too large (EFBIG). ")
        .hasMessageContaining("ulimit -f")
        .hasMessageNotContaining("used up");
    IOException tooLarge = new IOException("File too large");
    assertThat(SegmentErrors.cannotCreate("messages", 4096, folder, tooLarge))
        .hasMessageContaining("File too large. ")
        .hasMessageContaining("ulimit -f")
        .hasMessageNotContaining("--shm-size");
  }

  @Test
  void aLackOfMemoryIsTold() {
    String why = LinuxCalls.errorText(-LinuxCalls.ENOMEM);
    assertThat(SegmentErrors.cannotGet("messages", 4096, why, null, null))
        .hasMessageContaining("used up");
  }
}
