package org.ronsel.launch.console;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import sun.misc.Signal;
import sun.misc.SignalHandler;

/** Signals to the launcher, which are meant for the job. */
public final class Signals {
  /**
   * Those that end no job: they are passed on to its JVMs, whose programs may handle them. (SIGUSR2
   * is the JVM's own.)
   */
  public static final List<String> FOR_PROGRAMS = List.of("USR1");

  private Signals() {}

  /**
   * Passes signals to a handler from now on, {@link #FOR_PROGRAMS} and those that end a job; {@link
   * #handleOthers} those that the JDK cannot handle.
   *
   * @param handler called with the name without {@code SIG}, on a thread of the JVM
   * @return whether SIGINT is ignored
   */
  public static boolean handle(Consumer<String> handler) {
    FOR_PROGRAMS.forEach(name -> handle(name, handler));
    handle("TERM", handler);
    // Ignored under nohup; it then remains ignored.
    handle("HUP", handler);
    return handle("INT", handler);
  }

  /**
   * Passes SIGQUIT to the handler as well, and SIGINT if it is ignored. A shell without job control
   * has background commands ignore it, which protects them from Ctrl-C; a job of many processes
   * must be easy to end all the same, from its first moment on.
   *
   * @param ignoresInt what {@link #handle} has returned
   */
  public static void handleOthers(boolean ignoresInt, Consumer<String> handler) {
    CountDownLatch taken = new CountDownLatch(1);
    boolean watched =
        NativeSignals.watch(
            ignoresInt,
            signals -> {
              if (ignoresInt) {
                signals.useDefault(number("INT"));
                handle("INT", handler);
              }
              taken.countDown();
            },
            () -> handler.accept("QUIT"));
    if (ignoresInt && watched) {
      awaitBriefly(taken);
    }
  }

  private static void awaitBriefly(CountDownLatch latch) {
    try {
      var _ = latch.await(1, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Does nothing at a signal from now on, as processes that are started do not. */
  public static void disregard(String name) {
    handle(name, signal -> {});
  }

  /** Ignores a signal, if there is such a one here. */
  public static void ignore(String name) {
    try {
      Signal.handle(new Signal(name), SignalHandler.SIG_IGN);
    } catch (IllegalArgumentException e) {
      return; // not on this system
    }
  }

  /** Returns whether the signal is ignored and therefore could not be handled. */
  private static boolean handle(String name, Consumer<String> handler) {
    try {
      SignalHandler before =
          Signal.handle(new Signal(name), signal -> handler.accept(signal.getName()));
      return before == SignalHandler.SIG_IGN;
    } catch (IllegalArgumentException e) {
      // The system has no such signal (HUP on Windows), or the JVM was told to leave it (-Xrs).
      return false;
    }
  }

  /** The number of a signal of {@link #handle}. */
  public static int number(String name) {
    return switch (name) {
      case "HUP" -> 1;
      case "INT" -> 2;
      case "QUIT" -> 3;
      default -> 15;
    };
  }

  /** The name of a signal that has killed a process, or its number. */
  public static String nameOf(int number) {
    return switch (number) {
      case 1 -> "SIGHUP";
      case 2 -> "SIGINT";
      case 3 -> "SIGQUIT";
      case 4 -> "SIGILL";
      case 5 -> "SIGTRAP";
      case 6 -> "SIGABRT";
      case 7 -> "SIGBUS";
      case 8 -> "SIGFPE";
      case 9 -> "SIGKILL";
      case 10 -> "SIGUSR1";
      case 11 -> "SIGSEGV";
      case 12 -> "SIGUSR2";
      case 13 -> "SIGPIPE";
      case 14 -> "SIGALRM";
      case 15 -> "SIGTERM";
      case 24 -> "SIGXCPU";
      case 25 -> "SIGXFSZ";
      case 31 -> "SIGSYS";
      default -> "signal " + number;
    };
  }
}
