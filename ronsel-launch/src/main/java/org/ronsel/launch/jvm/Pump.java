package org.ronsel.launch.jvm;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Copies a stream as it comes, and then closes the copy. */
final class Pump {
  private static final int BUFFER_BYTES = 1 << 16;

  private final InputStream from;
  private final OutputStream to;
  private final Filter first;
  private volatile boolean writing;

  /** Copies nothing yet. */
  Pump(InputStream from, OutputStream to, Filter first) {
    this.from = from;
    this.to = to;
    this.first = first;
  }

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

  /** Whether something that has been read is not written yet. */
  boolean isWriting() {
    return writing;
  }

  /** Copies until either end is closed. */
  void copy() {
    try (to) {
      copyAll();
      writing = true; // what the copy has kept back of an unfinished line
    } catch (IOException e) {
      // One of the streams is closed; the copy is over.
      return;
    } finally {
      writing = false;
    }
  }

  private void copyAll() throws IOException {
    byte[] buffer = new byte[BUFFER_BYTES];
    Filter filter = first;
    for (int count = from.read(buffer); count >= 0; count = from.read(buffer)) {
      writing = true;
      byte[] filtered = filter.apply(Arrays.copyOf(buffer, count));
      to.write(filtered, 0, filtered.length);
      writing = false;
      filter = Filter.NONE;
    }
  }
}
