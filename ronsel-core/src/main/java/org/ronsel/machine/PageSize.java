package org.ronsel.machine;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;

/** The page size of the kernel: 4 KB on x86-64, 4, 16 or 64 KB on aarch64. */
final class PageSize {
  private PageSize() {}

  /** Bytes per page. */
  static final long BYTES = fromAuxiliaryVector(Path.of("/proc/self/auxv"));

  private static final long AT_PAGESZ = 6;

  /**
   * Reads the vector of (key, value) words with which the kernel starts a process; unlike {@code
   * sysconf} it needs no native call. Where it cannot be read the answer is the largest size in
   * use, since a multiple of it is also a multiple of the true one.
   */
  static long fromAuxiliaryVector(Path vector) {
    byte[] words;
    try {
      words = Files.readAllBytes(vector);
    } catch (IOException unreadable) {
      return fallback();
    }
    ByteBuffer buffer = ByteBuffer.wrap(words).order(ByteOrder.nativeOrder());
    while (buffer.remaining() >= 2 * Long.BYTES) {
      long key = buffer.getLong();
      long value = buffer.getLong();
      if (key == AT_PAGESZ && value >= 4096 && value <= 1 << 20 && Long.bitCount(value) == 1) {
        return value;
      }
    }
    return fallback();
  }

  private static long fallback() {
    return System.getProperty("os.arch", "").equals("amd64") ? 4096 : 65536;
  }

  /** The least multiple of the page size that is at least {@code bytes}. */
  static long roundUp(long bytes) {
    return Math.addExact(bytes, BYTES - 1) & -BYTES;
  }
}
