package org.ronsel.transport.tcp;

import java.time.Duration;
import org.ronsel.machine.PortRange;

/**
 * What can be set about connections, all JVMs of a job alike.
 *
 * @param network the interface or subnet to listen on; empty to choose one
 * @param ports those to listen on
 * @param connectWithin time in which a connection is made, or its peer has failed
 * @param silence time without a sign of another JVM after which its ranks have failed; zero for
 *     never
 * @param encrypts whether connections are encrypted
 */
record TcpOptions(
    String network, PortRange ports, Duration connectWithin, Duration silence, boolean encrypts) {
  private static final int HIGHEST_PORT = 65535;

  /** Ranks of a job up to which a connection has the larger queue. */
  private static final int FEW_RANKS = 64;

  /** Largest payload of a record. */
  static final int INLINE_LIMIT = 8 << 10;

  /**
   * Largest part of a message's data. Smaller ones cost more system calls, larger ones leave the
   * second-level cache: of 64 KB to 1 MB this measured best.
   */
  static final int BLOCK_BYTES = 512 << 10;

  /** Payload that a sender has sent and whose room the receiver has not given back, at most. */
  static final long WINDOW_BYTES = 1 << 20;

  /** Bytes of records that wait to be sent, for each connection of a rank. */
  static int outBytes(int ranks) {
    return ranks <= FEW_RANKS ? 64 << 10 : 32 << 10;
  }

  /** Reads {@code ronsel.net} and the properties that begin with {@code ronsel.tcp}. */
  static TcpOptions fromProperties() {
    return new TcpOptions(
        System.getProperty("ronsel.net", ""),
        PortRange.ofProperty(),
        seconds("ronsel.tcp.connect", 20),
        seconds("ronsel.tcp.silence", 30),
        Boolean.getBoolean("ronsel.tcp.encrypt"));
  }

  private static Duration seconds(String property, int otherwise) {
    return Duration.ofSeconds(Math.max(0, Integer.getInteger(property, otherwise)));
  }
}
