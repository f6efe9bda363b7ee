package org.ronsel.runtime.control;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

/**
 * HMAC-SHA256 (RFC 2104). Written out because {@code javax.crypto.Mac} adds tens of milliseconds of
 * provider set-up to the start of every JVM of a job.
 */
public final class Hmac {
  private static final int BLOCK_BYTES = 64;

  private Hmac() {}

  /** The 32 bytes for a message that can be computed only with the key. */
  public static byte[] sha256(byte[] key, byte[] message) {
    try {
      MessageDigest sha = MessageDigest.getInstance("SHA-256");
      byte[] block = Arrays.copyOf(key.length > BLOCK_BYTES ? sha.digest(key) : key, BLOCK_BYTES);
      byte[] inner = new byte[BLOCK_BYTES];
      byte[] outer = new byte[BLOCK_BYTES];
      for (int i = 0; i < BLOCK_BYTES; i++) {
        inner[i] = (byte) (block[i] ^ 0x36);
        outer[i] = (byte) (block[i] ^ 0x5c);
      }
      sha.update(inner);
      byte[] digest = sha.digest(message);
      sha.update(outer);
      return sha.digest(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every JDK has SHA-256", e);
    }
  }
}
