package org.ronsel.launch.plan;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.ronsel.launch.spi.UsageException;

class MemoryNeedTest {
  @Test
  void aJobThatNeedsMoreMemoryThanThereIsIsRefused() {
    long available = 8L << 30;
    MemoryNeed.check(1000, 1, available);
    MemoryNeed.check(15, 15, 1);
    assertThatThrownBy(() -> MemoryNeed.check(5000, 5000, available))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("5000 ranks in 5000 JVMs need about 313.0 GiB")
        .hasMessageContaining("this host can give 8 GiB");
  }
}
