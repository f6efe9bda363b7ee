package org.ronsel.launch.files;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Pattern;

/** SHA-256 of files, in hexadecimal digits. */
public final class Sha256 {
  private static final Pattern FORM = Pattern.compile("[0-9a-f]{64}");
  private static final int BUFFER_BYTES = 1 << 16;

  private Sha256() {}

  /** Whether a text has the form of a hash. */
  public static boolean isOne(String text) {
    return FORM.matcher(text).matches();
  }

  /** The hash of a file's content. */
  public static String of(Path file, LinkOption... options) throws IOException {
    MessageDigest digest = digest();
    byte[] buffer = new byte[BUFFER_BYTES];
    try (InputStream in = Files.newInputStream(file, options)) {
      for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
        digest.update(buffer, 0, count);
      }
    }
    return text(digest);
  }

  /** The result of a digest. */
  static String text(MessageDigest digest) {
    return HexFormat.of().formatHex(digest.digest());
  }

  /** An empty digest. */
  static MessageDigest digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every JDK has it
    }
  }
}
