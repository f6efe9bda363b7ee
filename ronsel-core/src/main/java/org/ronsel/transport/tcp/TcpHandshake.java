package org.ronsel.transport.tcp;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import org.ronsel.transport.TransportContext;

/**
 * The mutual proof of the job's secret at the start of a connection, before anything else is read:
 * each side answers the other's random challenge with an HMAC-SHA256 of it. The secret itself never
 * travels, and the two answers differ by role, so that neither can be replayed or reflected.
 *
 * <pre>
 * connecting: magic(4) version(2) byte order(1) purpose(1) from(4) to(4) challenge(32)
 * accepting:  magic(4) version(2) byte order(1) purpose(1) challenge(32) proof(32)
 * connecting: proof(32)
 *             TLS begins, if the connection is encrypted
 * accepting:  verdict(1)
 * </pre>
 *
 * Numbers are big-endian. The proofs come before TLS so that only members of the job reach the code
 * that reads it. What follows is records, in the byte order that both have, or, where the
 * connection is only to show that both JVMs are there, a byte now and then.
 */
final class TcpHandshake {
  static final int HELLO_BYTES = 48;
  static final int CHALLENGE_BYTES = 72;
  static final int PROOF_BYTES = 32;
  static final int VERDICT_BYTES = 1;

  /** The connection is the one that both ranks use from now on. */
  static final byte WELCOME = 1;

  /** Both have connected to each other at once, and this connection is the one too many. */
  static final byte REDUNDANT = 2;

  /** The connection is to carry records. */
  static final byte FOR_RECORDS = 0;

  /** The connection is to show that the other JVM is there. */
  static final byte FOR_WATCHING = 1;

  /** The connection is to carry data of long messages, from the connecting side. */
  static final byte FOR_DATA = 4;

  /** Added to the purpose of a connection that is encrypted. */
  private static final byte ENCRYPTED = 2;

  private static final int MAGIC = 0x524e5354; // "RNST"
  private static final short VERSION = 2;
  private static final byte ORDER =
      (byte) (ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN ? 1 : 2);
  private static final int NONCE_BYTES = 32;
  private static final SecureRandom RANDOM = new SecureRandom();

  private final TransportContext context;
  private final boolean encrypted;
  private final byte[] nonce = new byte[NONCE_BYTES];
  private byte[] theirs = new byte[0];
  private byte purpose;
  private int from;
  private int to;

  private TcpHandshake(TransportContext context, boolean encrypted) {
    this.context = context;
    this.encrypted = encrypted;
    RANDOM.nextBytes(nonce);
  }

  /** The handshake of the side that connects two ranks. */
  static TcpHandshake connecting(
      TransportContext context, boolean encrypted, byte purpose, int from, int to) {
    TcpHandshake handshake = new TcpHandshake(context, encrypted);
    handshake.purpose = purpose;
    handshake.from = from;
    handshake.to = to;
    return handshake;
  }

  /** The handshake of the side that accepts a connection. */
  static TcpHandshake accepting(TransportContext context, boolean encrypted) {
    return new TcpHandshake(context, encrypted);
  }

  /** The purpose of the connection. */
  byte purpose() {
    return purpose;
  }

  /**
   * The rank that has connected, as it says; it has proved to be of the job, not to be this one.
   */
  int from() {
    return from;
  }

  /** The rank that it wants to reach. */
  int to() {
    return to;
  }

  /** The first message of the connecting side. */
  ByteBuffer hello() {
    return greeting(HELLO_BYTES, purpose).putInt(from).putInt(to).put(nonce).flip();
  }

  private ByteBuffer greeting(int bytes, byte purpose) {
    return ByteBuffer.allocate(bytes)
        .putInt(MAGIC)
        .putShort(VERSION)
        .put(ORDER)
        .put(encrypted ? (byte) (purpose | ENCRYPTED) : purpose);
  }

  /** Returns what the connection is for. */
  private byte checkGreeting(ByteBuffer in) throws IOException {
    if (in.getInt() != MAGIC) {
      throw new IOException("it is not a connection of Ronsel");
    }
    short version = in.getShort();
    if (version != VERSION) {
      throw new IOException(
          "it speaks version " + version + " of the protocol, this end " + VERSION);
    }
    if (in.get() != ORDER) {
      throw new IOException("its processor has another byte order; all of a job need the same");
    }
    byte said = in.get();
    byte purpose = (byte) (said & ~ENCRYPTED);
    if (purpose != FOR_RECORDS && purpose != FOR_WATCHING && purpose != FOR_DATA) {
      throw new IOException("it asks for what this version does not know");
    }
    boolean encrypts = (said & ENCRYPTED) != 0;
    if (encrypts != encrypted) {
      throw new IOException(
          encrypts
              ? "it encrypts (--encrypt), and this end does not"
              : "it does not encrypt, and this end does (--encrypt)");
    }
    return purpose;
  }

  /** The answer of the accepting side to a {@link #hello}. */
  ByteBuffer challenge(ByteBuffer hello) throws IOException {
    purpose = checkGreeting(hello);
    from = hello.getInt();
    to = hello.getInt();
    theirs = nonceOf(hello);
    return greeting(CHALLENGE_BYTES, purpose).put(nonce).put(proof("accept", theirs, nonce)).flip();
  }

  /** The answer of the connecting side to a {@link #challenge}. */
  ByteBuffer proof(ByteBuffer challenge) throws IOException {
    if (checkGreeting(challenge) != purpose) {
      throw new IOException("it takes the connection for another than it is");
    }
    theirs = nonceOf(challenge);
    if (!isProof(challenge, "accept", nonce, theirs)) {
      throw new IOException("it does not know the secret of the job");
    }
    return ByteBuffer.wrap(proof("connect", nonce, theirs));
  }

  /** Checks the connecting side's {@link #proof}. */
  void check(ByteBuffer proof) throws IOException {
    if (!isProof(proof, "connect", theirs, nonce)) {
      throw new IOException("it does not know the secret of the job");
    }
  }

  private boolean isProof(ByteBuffer in, String role, byte[] connecting, byte[] accepting) {
    byte[] shown = new byte[PROOF_BYTES];
    in.get(shown);
    return MessageDigest.isEqual(shown, proof(role, connecting, accepting));
  }

  private static byte[] nonceOf(ByteBuffer in) {
    byte[] bytes = new byte[NONCE_BYTES];
    in.get(bytes);
    return bytes;
  }

  private byte[] proof(String role, byte[] connecting, byte[] accepting) {
    HexFormat hex = HexFormat.of();
    return context.proof(
        "ronsel tcp "
            + role
            + " "
            + VERSION
            + " "
            + purpose
            + (encrypted ? " tls " : " ")
            + from
            + " "
            + to
            + " "
            + hex.formatHex(connecting)
            + " "
            + hex.formatHex(accepting));
  }
}
