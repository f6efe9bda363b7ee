package org.ronsel.launch.supervise;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.ronsel.launch.console.Signals;
import org.ronsel.launch.jvm.JvmProcess;
import org.ronsel.launch.spi.DaemonThread;

/**
 * Passes the launcher's standard input to the JVM of rank 0. A launcher in the background of a
 * terminal does not read the terminal, since this would stop the launcher and with it the job.
 */
public final class StandardInput {
  private static final int BUFFER_BYTES = 1 << 16;
  private static final long TERMINAL_MS = 1000;
  private static final long FOREGROUND_POLL_MS = 500;

  /** More reads of a terminal that fail have another reason than that the job is elsewhere. */
  private static final int MOST_FAILURES = 3;

  private static volatile boolean reading;

  private StandardInput() {}

  /** Whether a thread may be in a read that ends when there is more input, or never. */
  public static boolean isReading() {
    return reading;
  }

  /** Starts to pass input on, until its end or the end of its reader. */
  static void passTo(JvmProcess jvm) {
    DaemonThread.start("stdin", () -> pass(System.in, jvm));
  }

  private static void pass(InputStream from, JvmProcess jvm) {
    byte[] buffer = new byte[BUFFER_BYTES];
    OutputStream to = jvm.input();
    try {
      if (isTerminal()) {
        // A read under way when the job is stopped and goes on in the background fails then,
        // instead of stopping the job again.
        Signals.ignore("TTIN");
        // A JVM that ends waits for a thread in a read; short jobs do not read the terminal at all.
        Thread.sleep(TERMINAL_MS);
      }
      awaitForeground();
      reading = true;
      for (int count = read(from, buffer); count >= 0; count = read(from, buffer)) {
        to.write(buffer, 0, count);
        to.flush();
        awaitForeground();
      }
    } catch (IOException | InterruptedException e) {
      // The reader is gone, or the input is broken: in both cases the input ends.
      jvm.closeInput();
    }
    reading = false;
    jvm.closeInput();
  }

  /** Reads, and again if the read has failed because the job is in the background. */
  private static int read(InputStream from, byte[] buffer)
      throws IOException, InterruptedException {
    for (int failures = 0; ; failures++) {
      try {
        return from.read(buffer);
      } catch (IOException e) {
        if (failures == MOST_FAILURES || !isTerminal()) {
          throw e;
        }
        Thread.sleep(FOREGROUND_POLL_MS);
        awaitForeground();
      }
    }
  }

  private static void awaitForeground() throws IOException, InterruptedException {
    while (readsTerminalInBackground()) {
      Thread.sleep(FOREGROUND_POLL_MS);
    }
  }

  private static boolean isTerminal() throws IOException {
    Path input = Path.of("/proc/self/fd/0");
    if (!Files.isSymbolicLink(input)) {
      return false;
    }
    Path target = Files.readSymbolicLink(input);
    return target.startsWith("/dev/pts") || target.toString().startsWith("/dev/tty");
  }

  private static boolean readsTerminalInBackground() throws IOException {
    Path stat = Path.of("/proc/self/stat");
    if (!Files.exists(stat) || !isTerminal()) {
      return false;
    }
    String text = Files.readString(stat);
    // proc(5): after the name in parentheses come state, ppid, pgrp, session, tty_nr, tpgid.
    String[] fields = text.substring(text.lastIndexOf(')') + 2).split(" ", -1);
    return !fields[5].equals("-1") && !fields[2].equals(fields[5]);
  }
}
