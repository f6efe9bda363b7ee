package org.ronsel.runtime.control;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;

/**
 * The mutual proof of the job's secret at the start of a control connection: each side answers the
 * other's random challenge with an HMAC-SHA256 of it. The secret itself never travels, and the two
 * answers differ by role, so that neither can be replayed or reflected.
 *
 * <pre>
 * up:   magic(4) version(2) jvm(4) challenge(32)
 * down: magic(4) version(2) challenge(32) proof(32)
 * up:   proof(32)
 * </pre>
 *
 * This is the side of the JVM; {@link Admission} is that of the launcher.
 */
public final class Handshake {
  /** Length of the secret in bytes. */
  public static final int SECRET_BYTES = 32;

  static final int MAGIC = 0x524e534c; // "RNSL"
  static final int CHALLENGE_BYTES = 32;
  static final int PROOF_BYTES = 32;

  private Handshake() {}

  /** The JVM's side. */
  static void prove(DataInputStream in, DataOutputStream out, byte[] secret, int jvm)
      throws IOException {
    byte[] mine = challenge();
    out.writeInt(MAGIC);
    out.writeShort(FrameCodec.VERSION);
    out.writeInt(jvm);
    out.write(mine);
    out.flush();
    greeting(in);
    byte[] theirs = bytes(in, CHALLENGE_BYTES);
    byte[] proof = bytes(in, PROOF_BYTES);
    if (!MessageDigest.isEqual(proof, proof(secret, "launcher", jvm, mine, theirs))) {
      throw new IOException("the launcher does not know the secret of the job");
    }
    out.write(proof(secret, "jvm", jvm, theirs, mine));
    out.flush();
  }

  private static void greeting(DataInputStream in) throws IOException {
    checkGreeting(in.readInt(), in.readUnsignedShort());
  }

  static void checkGreeting(int magic, int version) throws MalformedFrameException {
    if (magic != MAGIC) {
      throw new MalformedFrameException("not a control connection of Ronsel");
    }
    if (version != FrameCodec.VERSION) {
      throw new MalformedFrameException(
          "control protocol version "
              + version
              + " where "
              + FrameCodec.VERSION
              + " is spoken: launcher and ronsel-core must be of one release");
    }
  }

  static byte[] challenge() {
    byte[] challenge = new byte[CHALLENGE_BYTES];
    new SecureRandom().nextBytes(challenge);
    return challenge;
  }

  private static byte[] bytes(DataInputStream in, int count) throws IOException {
    byte[] bytes = new byte[count];
    in.readFully(bytes);
    return bytes;
  }

  static byte[] proof(
      byte[] secret, String role, int jvm, byte[] challenge, byte[] counterChallenge) {
    byte[] roleBytes = role.getBytes(StandardCharsets.US_ASCII);
    return Hmac.sha256(
        secret,
        ByteBuffer.allocate(12 + roleBytes.length + 2 * CHALLENGE_BYTES)
            .putInt(FrameCodec.VERSION)
            .putInt(jvm)
            .putInt(roleBytes.length)
            .put(roleBytes)
            .put(challenge)
            .put(counterChallenge)
            .array());
  }
}
