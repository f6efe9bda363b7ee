package org.ronsel.transport.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What JVMs tell each other of where they listen. */
class TcpAddressTest {
  @Test
  void whatIsWrittenIsRead() throws UnknownHostException {
    byte[] fingerprint = new byte[TlsIdentity.FINGERPRINT_BYTES];
    new Random(1).nextBytes(fingerprint);
    for (String host : List.of("10.0.0.7", "fe80::1")) {
      for (byte[] shown : new byte[][] {{}, fingerprint}) {
        InetSocketAddress at = new InetSocketAddress(InetAddress.ofLiteral(host), 40_123);
        TcpAddress read = TcpAddress.decode(new TcpAddress(at, shown).encode());
        assertThat(read.listens()).isEqualTo(at);
        assertThat(read.fingerprint()).isEqualTo(shown);
        assertThat(read.encrypts()).isEqualTo(shown.length > 0);
      }
    }
  }

  @Test
  void anyOtherLengthIsDamaged() {
    List<Integer> good = List.of(6, 18, 38, 50);
    Random random = new Random(1);
    for (int length = 0; length < 100; length++) {
      byte[] bytes = new byte[length];
      random.nextBytes(bytes);
      boolean read;
      try {
        read = TcpAddress.decode(bytes).listens() != null;
      } catch (UnknownHostException damaged) {
        read = false;
      }
      assertThat(read).as(length + " bytes").isEqualTo(good.contains(length));
    }
  }
}
