package org.ronsel.transport.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OutgoingConnectionTest {
  @Test
  void theAdviceIsAboutTheLimitOnFilesWhereThatIsTheReason() {
    assertThat(OutgoingConnection.advice("Too many open files"))
        .contains("ulimit -n")
        .doesNotContain("firewall");
    assertThat(OutgoingConnection.advice("no answer")).contains("firewall");
  }
}
