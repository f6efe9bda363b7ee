package org.ronsel.transport.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.ronsel.ErrorClass;
import org.ronsel.machine.KeepAlive;

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
      JvmWatch watch = new JvmWatch(job.hosts.getFirst().selector, 1, new KeepAlive(Duration.ZERO));
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
      JvmWatch watch = new JvmWatch(job.hosts.getFirst().selector, 1, new KeepAlive(Duration.ZERO));
      assertThat(watch.begins()).isTrue();
      connection(selector, watch::accepted);
      watch.failed(ErrorClass.PROC_FAILED, "a firewall is between them");
      assertThat(link.hasFailed()).isFalse();
      selector.keys().forEach(key -> TcpSelector.hangUp(key.channel()));
    }
  }

  /**
   * By a clock of the test, which goes on by the time between two signs, as the selector looks: a
   * JVM that falls silent is lost at the seventh look, one of which anything is heard never.
   */
  @Test
  void aSilentJvmIsLostBeforeASixthMoreThanTheSilenceHasGone() throws IOException {
    AtomicLong clock = new AtomicLong(Long.MAX_VALUE - 1_000); // it overflows
    Duration silence = Duration.ofSeconds(30);
    KeepAlive keepAlive = new KeepAlive(silence, clock::get);
    try (TcpHosts job = new TcpHosts(2);
        Selector selector = Selector.open();
        ServerSocketChannel listener =
            ServerSocketChannel.open()
                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
      TcpLink link = (TcpLink) job.link(0, 1);
      JvmWatch watch = new JvmWatch(job.hosts.getFirst().selector, 1, keepAlive);
      try (SocketChannel own = SocketChannel.open(listener.getLocalAddress());
          SocketChannel theirs = listener.accept()) {
        own.configureBlocking(false);
        SelectionKey key = own.register(selector, 0);
        watch.accepted(new PlainConnection(own), key);
        for (int i = 0; i < 20; i++) {
          step(clock, keepAlive, watch);
          theirs.write(ByteBuffer.allocate(1));
          selector.select(); // until the sign has come
          ((SelectedChannel) key.attachment()).ready();
          selector.selectedKeys().clear();
          assertThat(link.hasFailed()).isFalse();
        }
        int looks = 0;
        while (!link.hasFailed()) {
          step(clock, keepAlive, watch);
          looks++;
          assertThat(looks).as("looks in silence").isLessThanOrEqualTo(7);
        }
        assertThat(looks).as("looks in silence").isEqualTo(7);
      }
    }
  }

  private static void step(AtomicLong clock, KeepAlive keepAlive, JvmWatch watch) {
    clock.addAndGet(keepAlive.signEveryNs());
    keepAlive.look();
    watch.look();
  }
}
