package org.ronsel.launch.console;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SignalsTest {
  @Test
  void signalsOfLimitsAreNamed() {
    assertThat(Signals.nameOf(24)).isEqualTo("SIGXCPU");
    assertThat(Signals.nameOf(25)).isEqualTo("SIGXFSZ");
    assertThat(Signals.nameOf(64)).isEqualTo("signal 64");
  }
}
