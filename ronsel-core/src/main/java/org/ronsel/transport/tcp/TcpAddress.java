package org.ronsel.transport.tcp;

import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import org.ronsel.machine.NetworkChoice;

/**
 * The address on which a JVM listens, and the fingerprint of its certificate.
 *
 * @param fingerprint SHA-256 of the certificate that it shows; empty if it does not encrypt
 */
record TcpAddress(InetSocketAddress listens, byte[] fingerprint) {
  private static final int PORT_BYTES = 2;
  private static final int IPV4_BYTES = 4;
  private static final int IPV6_BYTES = 16;

  boolean encrypts() {
    return fingerprint.length > 0;
  }

  /** Port, IP address and fingerprint; which parts there are, the length says. */
  byte[] encode() {
    byte[] place = NetworkChoice.encode(listens);
    byte[] all = Arrays.copyOf(place, place.length + fingerprint.length);
    System.arraycopy(fingerprint, 0, all, place.length, fingerprint.length);
    return all;
  }

  /**
   * Reads what {@link #encode} wrote.
   *
   * @throws UnknownHostException if it is damaged
   */
  static TcpAddress decode(byte[] bytes) throws UnknownHostException {
    for (int ip : new int[] {IPV4_BYTES, IPV6_BYTES}) {
      for (int fingerprint : new int[] {0, TlsIdentity.FINGERPRINT_BYTES}) {
        int place = PORT_BYTES + ip;
        if (bytes.length == place + fingerprint) {
          return new TcpAddress(
              NetworkChoice.decode(Arrays.copyOf(bytes, place)),
              Arrays.copyOfRange(bytes, place, bytes.length));
        }
      }
    }
    throw new UnknownHostException("an address of " + bytes.length + " bytes");
  }
}
