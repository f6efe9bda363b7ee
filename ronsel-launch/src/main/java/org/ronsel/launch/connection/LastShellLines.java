package org.ronsel.launch.connection;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.Charset;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** The last lines that a remote shell has printed, kept for the report of its end. */
final class LastShellLines {
  private static final int LINES = 12;

  private final Deque<String> lines = new ArrayDeque<>();

  /** Keeps a line. */
  synchronized void add(String line) {
    if (lines.size() == LINES) {
      lines.removeFirst();
    }
    lines.add(line);
  }

  /** Keeps all lines of a stream, up to its end. */
  void addAll(InputStream from) {
    try (BufferedReader in =
        new BufferedReader(new InputStreamReader(from, Charset.defaultCharset()))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        add(line);
      }
    } catch (IOException e) {
      // The shell has ended; the lines so far suffice.
      return;
    }
  }

  /** Forgets all lines. */
  synchronized void clear() {
    lines.clear();
  }

  /** The lines. */
  synchronized List<String> lines() {
    return List.copyOf(lines);
  }
}
