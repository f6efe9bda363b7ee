package org.ronsel.runtime;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.ronsel.machine.ForkedJvm;

class LaunchedJvmTest {
  @Test
  void aJvmThatCannotReachTheLauncherSaysSo() throws Exception {
    int closed;
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      closed = server.getLocalPort();
    }
    String port = Integer.toString(closed);
    try (ForkedJvm jvm = ForkedJvm.start(LaunchedJvm.class, List.of(), "127.0.0.1", port, "0")) {
      jvm.write("00\n");
      assertThatThrownBy(jvm::finish)
          .hasMessageContaining(
              "ronsel: cannot connect to the launcher at 127.0.0.1 port "
                  + port
                  + ": Connection refused");
    }
  }
}
