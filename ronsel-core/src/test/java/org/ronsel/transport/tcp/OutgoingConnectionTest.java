package org.ronsel.transport.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;

class OutgoingConnectionTest {
  /** Of two that connect at once, the connection of the lower one is used where it is made. */
  @Test
  void whereTheLowerRankReachesNobodyTheHigherOneConnects() throws Exception {
    int closedPort;
    try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      closedPort = listener.getLocalPort();
    }
    InetSocketAddress nobody = new InetSocketAddress(InetAddress.getLoopbackAddress(), closedPort);
    try (TcpHosts job = new TcpHosts(2, false, (jvm, at) -> jvm == 1 ? nobody : at)) {
      job.send(0, 1, 7);
      job.send(1, 0, 8);
      job.until(
          "a record in each direction",
          () -> !job.inboxes.get(0).tags.isEmpty() && !job.inboxes.get(1).tags.isEmpty());
      assertThat(job.inboxes.get(0).tags).containsExactly(8);
      assertThat(job.inboxes.get(1).tags).containsExactly(7);
      job.inboxes.forEach(inbox -> assertThat(inbox.failed).isEmpty());
    }
  }

  @Test
  void theAdviceIsAboutTheLimitOnFilesWhereThatIsTheReason() {
    assertThat(OutgoingConnection.advice("Too many open files"))
        .contains("ulimit -n")
        .doesNotContain("firewall");
    assertThat(OutgoingConnection.advice("no answer")).contains("firewall");
  }
}
