package org.ronsel.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CarrierWatchTest {
  @Test
  void aModuleThatIsThereIsNotSaidToBeMissing() {
    assertThat(CarrierWatch.whyNot(new UnsatisfiedLinkError("Too many open files")))
        .contains("Too many open files")
        .doesNotContain("missing");
  }
}
