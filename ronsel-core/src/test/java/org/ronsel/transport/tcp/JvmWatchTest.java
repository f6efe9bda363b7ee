package org.ronsel.transport.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import org.junit.jupiter.api.Test;
import org.ronsel.ErrorClass;

/** Two JVMs that connect to each other at the same time, to watch each other. */
class JvmWatchTest {
  @FunctionalInterface
  private interface Use {
    void of(Connection connection, SelectionKey key);
  }

  private static void connection(Selector selector, Use use) throws IOException {
    SocketChannel channel = SocketChannel.open();
    channel.configureBlocking(false);
    use.of(new PlainConnection(channel), channel.register(selector, 0));
  }

  /** Else each would end the one that the other has just admitted, and both would begin again. */
  @Test
  void theOtherSidesConnectionDoesNotEndTheOwnOne() throws IOException {
    try (TcpHosts job = new TcpHosts(2);
        Selector selector = Selector.open()) {
      JvmWatch watch = new JvmWatch(job.hosts.getFirst().selector, 1, 0);
      assertThat(watch.begins()).isTrue();
      connection(selector, watch::accepted);
      assertThat(watch.isWanted()).isTrue();
      connection(selector, watch::made);
      assertThat(watch.isWanted()).isFalse();
      selector.keys().forEach(key -> TcpSelector.hangUp(key.channel()));
    }
  }

  @Test
  void whereOnlyTheOtherSideCanConnectItsConnectionWillDo() throws IOException {
    try (TcpHosts job = new TcpHosts(2);
        Selector selector = Selector.open()) {
      TcpLink link = (TcpLink) job.link(0, 1);
      JvmWatch watch = new JvmWatch(job.hosts.getFirst().selector, 1, 0);
      assertThat(watch.begins()).isTrue();
      connection(selector, watch::accepted);
      watch.failed(ErrorClass.PROC_FAILED, "a firewall is between them");
      assertThat(link.hasFailed()).isFalse();
      selector.keys().forEach(key -> TcpSelector.hangUp(key.channel()));
    }
  }
}
