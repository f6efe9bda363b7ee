package org.ronsel.launch.jvm;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Copies a stream without delay. */
final class Pump {
  private static final int BUFFER_BYTES = 1 << 16;

  private Pump() {}

  /** Filters the first bytes of a stream. */
  @FunctionalInterface
  interface Filter {
    /** Passes all bytes. */
    Filter NONE = bytes -> bytes;

    /** The bytes to pass on in place of these. */
    byte[] apply(byte[] bytes);

    /** Removes the line in which a JVM gives the address at which it waits for a debugger. */
    static Filter debuggerAddress(Consumer<String> told) {
      Pattern line = Pattern.compile("Listening for transport dt_socket at address: (\\S+)\\r?\\n");
      return bytes -> {
        Matcher match = line.matcher(new String(bytes, StandardCharsets.ISO_8859_1));
        if (!match.find()) {
          return bytes;
        }
        told.accept(match.group(1));
        return match.replaceFirst("").getBytes(StandardCharsets.ISO_8859_1);
      };
    }
  }

  /** Copies until either end is closed. */
  static void copy(InputStream from, OutputStream to, Filter first) {
    byte[] buffer = new byte[BUFFER_BYTES];
    Filter filter = first;
    try {
      for (int count = from.read(buffer); count >= 0; count = from.read(buffer)) {
        byte[] filtered = filter.apply(Arrays.copyOf(buffer, count));
        to.write(filtered, 0, filtered.length);
        filter = Filter.NONE;
      }
    } catch (IOException e) {
      // One of the streams is closed; the copy is over.
      return;
    }
  }
}
