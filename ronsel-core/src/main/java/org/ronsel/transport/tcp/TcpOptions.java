package org.ronsel.transport.tcp;

import java.time.Duration;
import org.ronsel.machine.PortRange;
import org.ronsel.machine.Setting;

/**
 * The options of connections, the same for all JVMs of a job.
 *
 * @param network the interface or subnet to listen on; empty to choose one
 * @param ports those to listen on
 * @param connectWithin time in which a connection is made, or its peer has failed
 * @param silence time without a sign of another JVM after which its ranks have failed; zero for
 *     never
 * @param encrypts whether connections are encrypted
 * @param connections over which a long message to a rank goes, 1 to {@link #MOST_CONNECTIONS}
 */
record TcpOptions(
    String network,
    PortRange ports,
    Duration connectWithin,
    Duration silence,
    boolean encrypts,
    int connections) {
  /** More would cost memory, and the kernel's time, for nothing. */
  static final int MOST_CONNECTIONS = (int) Setting.TCP_CONNECTIONS.most();

  /** Length from which on a message goes over several connections. */
  static final long WIDE_BYTES = 256 << 10;

  /** Smallest part of a message that is worth a connection of its own. */
  private static final int LEAST_PART_BYTES = 64 << 10;

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

  /**
   * Bytes that are copied at a time, out of an array before they are written and into one after
   * they have been read: the other end works on those before meanwhile.
   */
  static final int COPY_BYTES = 128 << 10;

  /** Payload that a sender has sent and whose room the receiver has not given back, at most. */
  static final long WINDOW_BYTES = 1 << 20;

  /** Bytes of each part of a message that goes over so many connections, at most. */
  static int partBytes(long message, int connections) {
    long share = (message + connections - 1) / connections;
    return (int) Math.max(LEAST_PART_BYTES, Math.min(BLOCK_BYTES, share + 63 & -64));
  }

  /** Bytes of records that wait to be sent, for each connection of a rank. */
  static int outBytes(int ranks) {
    return ranks <= FEW_RANKS ? 64 << 10 : 32 << 10;
  }

  /** The options of the {@link Setting settings}. */
  static TcpOptions fromProperties() {
    return new TcpOptions(
        Setting.NETWORK.text(""),
        PortRange.ofProperty(),
        Duration.ofSeconds(Setting.TCP_CONNECT.number()),
        Duration.ofSeconds(Setting.TCP_SILENCE.number()),
        Setting.TCP_ENCRYPT.isTrue(),
        Setting.TCP_CONNECTIONS.integer());
  }
}
