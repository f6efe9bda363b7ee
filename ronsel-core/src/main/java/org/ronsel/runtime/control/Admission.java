package org.ronsel.runtime.control;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import org.jspecify.annotations.Nullable;

/**
 * The launcher's side of the {@link Handshake} with one connection, by bytes as they arrive: a
 * silent connection takes a few dozen bytes here and no thread. Not thread-safe.
 */
public final class Admission {
  private static final int GREETING_BYTES = 4 + 2 + 4 + Handshake.CHALLENGE_BYTES;

  private final byte[] secret;
  private final int jvms;
  private ByteBuffer wanted = ByteBuffer.allocate(GREETING_BYTES);
  private byte @Nullable [] expectedProof;
  private int jvm;
  private boolean complete;

  /**
   * Expects a JVM of a job.
   *
   * @param jvms number of JVMs of the job
   */
  public Admission(byte[] secret, int jvms) {
    this.secret = secret.clone();
    this.jvms = jvms;
  }

  /** The buffer for the next bytes; has room until {@link #proceed} is to be called. */
  public ByteBuffer wanted() {
    return wanted;
  }

  /**
   * Takes the bytes that have filled {@link #wanted}.
   *
   * @return what is to be sent, or null once the other end has proved the secret
   * @throws IOException if the other end does not know the secret, or speaks something else
   */
  public @Nullable ByteBuffer proceed() throws IOException {
    ByteBuffer received = wanted.flip();
    byte[] expected = expectedProof;
    if (expected == null) {
      return answer(received);
    }
    if (!MessageDigest.isEqual(bytes(received, Handshake.PROOF_BYTES), expected)) {
      throw new IOException("a connection that does not know the secret of the job");
    }
    complete = true;
    return null;
  }

  private ByteBuffer answer(ByteBuffer greeting) throws MalformedFrameException {
    Handshake.checkGreeting(greeting.getInt(), greeting.getShort() & 0xffff);
    jvm = greeting.getInt();
    if (jvm < 0 || jvm >= jvms) {
      throw new MalformedFrameException("no JVM " + jvm + " in this job");
    }
    byte[] theirs = bytes(greeting, Handshake.CHALLENGE_BYTES);
    byte[] mine = Handshake.challenge();
    expectedProof = Handshake.proof(secret, "jvm", jvm, mine, theirs);
    wanted = ByteBuffer.allocate(Handshake.PROOF_BYTES);
    return ByteBuffer.allocate(4 + 2 + Handshake.CHALLENGE_BYTES + Handshake.PROOF_BYTES)
        .putInt(Handshake.MAGIC)
        .putShort((short) FrameCodec.VERSION)
        .put(mine)
        .put(Handshake.proof(secret, "launcher", jvm, theirs, mine))
        .flip();
  }

  /** Whether the other end has proved the secret. */
  public boolean isComplete() {
    return complete;
  }

  /** The JVM that the other end says, or has proved, to be. */
  public int jvm() {
    return jvm;
  }

  private static byte[] bytes(ByteBuffer from, int count) {
    byte[] bytes = new byte[count];
    from.get(bytes);
    return bytes;
  }
}
