package org.ronsel.machine;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Files of {@code /proc} and {@code /sys}, which are small or not what they should be. */
final class SmallFile {
  private SmallFile() {}

  private static final int LIMIT = 256 << 10;

  /** The first 256 KB of a file as text, or null if it cannot be read. */
  static @Nullable String read(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      return new String(in.readNBytes(LIMIT), StandardCharsets.ISO_8859_1);
    } catch (IOException unreadable) {
      return null;
    }
  }

  /** A file that holds one decimal number, or {@code otherwise}. */
  static int readInt(Path file, int otherwise) {
    String text = read(file);
    if (text == null) {
      return otherwise;
    }
    try {
      return Integer.parseInt(text.strip());
    } catch (NumberFormatException notANumber) {
      return otherwise;
    }
  }

  /**
   * The value of a line {@code key: 123 kB} in bytes, or 0.
   *
   * @param prefix what stands before the number, such as {@code MemTotal:}
   */
  static long kilobytes(@Nullable String text, String prefix) {
    if (text == null) {
      return 0;
    }
    int at = text.indexOf(prefix);
    if (at < 0) {
      return 0;
    }
    long value = 0;
    String rest = text.substring(at + prefix.length()).stripLeading();
    for (int i = 0; i < rest.length() && i < 15 && Character.digit(rest.charAt(i), 10) >= 0; i++) {
      value = 10 * value + Character.digit(rest.charAt(i), 10);
    }
    return value << 10;
  }

  /** The value of a line {@code key: value}, or null. */
  static @Nullable String field(@Nullable String text, String key) {
    if (text == null) {
      return null;
    }
    for (String line : text.split("\n", 10_000)) {
      if (line.startsWith(key + ":")) {
        return line.substring(key.length() + 1).strip();
      }
    }
    return null;
  }
}
