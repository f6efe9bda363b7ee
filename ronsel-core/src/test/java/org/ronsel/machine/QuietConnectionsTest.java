package org.ronsel.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketOption;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import java.util.List;
import org.junit.jupiter.api.Test;

class QuietConnectionsTest {
  private interface Options {
    Object get(SocketOption<?> option) throws IOException;
  }

  @Test
  void theSystemLooksAtThemEachMinute() throws IOException {
    try (SocketChannel channel = SocketChannel.open();
        Socket socket = new Socket()) {
      QuietConnections.keep(channel);
      QuietConnections.keep(socket);
      for (Options of : List.<Options>of(channel::getOption, socket::getOption)) {
        assertThat(of.get(StandardSocketOptions.SO_KEEPALIVE)).isEqualTo(true);
        for (SocketOption<?> option : channel.supportedOptions()) {
          if (List.of("TCP_KEEPIDLE", "TCP_KEEPINTERVAL").contains(option.name())) {
            assertThat((Integer) of.get(option)).as(option.name()).isBetween(1, 60);
          }
        }
      }
    }
  }
}
