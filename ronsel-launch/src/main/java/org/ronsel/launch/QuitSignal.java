package org.ronsel.launch;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Optional;

/**
 * Notices SIGQUIT, which the JVM keeps for itself: it prints the threads of the launcher, and Java code
 * cannot register a handler for it.
 *
 * <p>The handler is the C library's own {@code sigignore(int)}, which is safe in a signal handler and
 * leaves a trace: the signal's action has become "ignore". A thread looks for the trace ten times a
 * second, and installs the handler again. No Java code runs inside a signal handler.
 */
final class QuitSignal {
  private static final int SIGQUIT = 3;
  private static final long SIG_IGN = 1;
  private static final int POLL_MS = 100;

  /** At least the size of {@code struct sigaction}, which begins with the handler. */
  private static final long SIGACTION_BYTES = 512;

  private final MethodHandle signal;
  private final MethodHandle sigaction;
  private final MemorySegment sigignore;
  private final Runnable handler;

  private QuitSignal(
      MethodHandle signal, MethodHandle sigaction, MemorySegment sigignore, Runnable handler) {
    this.signal = signal;
    this.sigaction = sigaction;
    this.sigignore = sigignore;
    this.handler = handler;
  }

  /** Calls the handler for each SIGQUIT from now on, where the system allows it. */
  static void handle(Runnable handler) {
    Thread.ofPlatform().daemon().name("ronsel-quit").start(() -> watch(handler));
  }

  private static void watch(Runnable handler) {
    Linker linker = Linker.nativeLinker();
    SymbolLookup library = linker.defaultLookup();
    Optional<MemorySegment> sigignore = library.find("sigignore");
    if (sigignore.isEmpty() || System.getProperty("os.name").startsWith("Windows")) {
      return;
    }
    MethodHandle signal =
        linker.downcallHandle(
            library.findOrThrow("signal"),
            FunctionDescriptor.of(ValueLayout.ADDRESS, ValueLayout.JAVA_INT, ValueLayout.ADDRESS));
    MethodHandle sigaction =
        linker.downcallHandle(
            library.findOrThrow("sigaction"),
            FunctionDescriptor.of(
                ValueLayout.JAVA_INT,
                ValueLayout.JAVA_INT,
                ValueLayout.ADDRESS,
                ValueLayout.ADDRESS));
    try {
      new QuitSignal(signal, sigaction, sigignore.get(), handler).poll();
    } catch (Throwable e) {
      // Only the report on SIGQUIT is lost; the job does not depend on it.
      throw new IllegalStateException("SIGQUIT cannot be watched", e);
    }
  }

  private void poll() throws Throwable {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment action = arena.allocate(SIGACTION_BYTES, 16);
      install();
      while (true) {
        Thread.sleep(POLL_MS);
        int failed = (int) sigaction.invokeExact(SIGQUIT, MemorySegment.NULL, action);
        if (failed == 0 && action.get(ValueLayout.JAVA_LONG, 0) == SIG_IGN) {
          install();
          handler.run();
        }
      }
    }
  }

  private void install() throws Throwable {
    MemorySegment before = (MemorySegment) signal.invokeExact(SIGQUIT, sigignore);
    assert before != null;
  }
}
