package org.ronsel.launch.console;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.ronsel.launch.spi.DaemonThread;

/**
 * Handling of signals that the JVM does not offer, above all of SIGQUIT: the JVM reserves it,
 * prints the launcher's threads, and lets no Java code register for it.
 *
 * <p>The handler installed for SIGQUIT is the C library's own {@code sigignore(int)}, which is safe
 * in a signal handler and leaves a trace: the signal's action has become "ignore". A thread checks
 * for the trace ten times a second, and installs the handler again. No Java code ever runs inside a
 * signal handler.
 *
 * <p>Tools of the JDK, such as jstack, send SIGQUIT to a JVM that is to open a socket for them, and
 * leave a file that says so. Such a signal is sent again, to the JVM's handler.
 */
final class NativeSignals {
  private static final int SIGQUIT = 3;
  private static final MemorySegment SIG_DFL = MemorySegment.NULL;
  private static final long SIG_IGN = 1;
  private static final int POLL_MS = 100;
  private static final int FIRST_MS = 400;

  /** Size of a buffer for {@code struct sigaction}, which begins with the handler. */
  private static final long SIGACTION_BYTES = 512;

  private final MethodHandle signal;
  private final MethodHandle sigaction;
  private final MethodHandle kill;
  private final MemorySegment sigignore;
  private final int self = (int) ProcessHandle.current().pid();

  private NativeSignals(Linker linker, SymbolLookup library) {
    sigignore = library.findOrThrow("sigignore");
    signal =
        linker.downcallHandle(
            library.findOrThrow("signal"),
            FunctionDescriptor.of(ValueLayout.ADDRESS, ValueLayout.JAVA_INT, ValueLayout.ADDRESS));
    sigaction =
        linker.downcallHandle(
            library.findOrThrow("sigaction"),
            FunctionDescriptor.of(
                ValueLayout.JAVA_INT,
                ValueLayout.JAVA_INT,
                ValueLayout.ADDRESS,
                ValueLayout.ADDRESS));
    kill =
        linker.downcallHandle(
            library.findOrThrow("kill"),
            FunctionDescriptor.of(
                ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));
  }

  /**
   * Watches for SIGQUIT on a thread of its own, if this system and the JVM's options ({@code
   * --enable-native-access}) allow it.
   *
   * @param atOnce whether to watch from now on, not from the end of a job's start on
   * @param first called once on that thread before
   * @param quit called on that thread for each SIGQUIT
   * @return whether watching is possible, as far as is known now
   */
  static boolean watch(boolean atOnce, Consumer<NativeSignals> first, Runnable quit) {
    boolean possible =
        NativeSignals.class.getModule().isNativeAccessEnabled()
            && !System.getProperty("os.name").startsWith("Windows");
    if (possible) {
      DaemonThread.start(
          "signals",
          () -> {
            if (!atOnce && !sleepAtFirst()) {
              return;
            }
            Linker linker = Linker.nativeLinker();
            SymbolLookup library = linker.defaultLookup();
            if (library.find("sigignore").isPresent()) {
              NativeSignals signals = new NativeSignals(linker, library);
              first.accept(signals);
              signals.poll(quit);
            }
          });
    }
    return possible;
  }

  /** Delays the first native call, which takes longer than a short job. */
  private static boolean sleepAtFirst() {
    try {
      Thread.sleep(FIRST_MS);
      return true;
    } catch (InterruptedException e) {
      return false;
    }
  }

  /** Gives a signal its default action. */
  void useDefault(int number) {
    install(number, SIG_DFL);
  }

  private void poll(Runnable quit) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment action = arena.allocate(SIGACTION_BYTES, 16);
      MemorySegment ofJvm = arena.allocate(SIGACTION_BYTES, 16);
      call(SIGQUIT, MemorySegment.NULL, ofJvm);
      install(SIGQUIT, sigignore);
      while (true) {
        Thread.sleep(POLL_MS);
        if (handlerOf(SIGQUIT, action) == SIG_IGN) {
          if (isAttaching()) {
            passOn(ofJvm);
            install(SIGQUIT, sigignore);
          } else {
            install(SIGQUIT, sigignore);
            quit.run();
          }
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Whether a tool of the JDK has sent the signal: its file is there, and no socket yet. */
  private boolean isAttaching() {
    String file = ".attach_pid" + self;
    return (Files.exists(Path.of(file)) || Files.exists(Path.of("/tmp", file))) && !hasSocket();
  }

  private boolean hasSocket() {
    return Files.exists(Path.of("/tmp", ".java_pid" + self));
  }

  /**
   * Sends SIGQUIT to the JVM's handler, which takes it in another thread, looks for the file, and
   * makes a socket. Until then other signals would go to that handler, too.
   */
  private void passOn(MemorySegment ofJvm) throws InterruptedException {
    call(SIGQUIT, ofJvm, MemorySegment.NULL);
    try {
      int _ = (int) kill.invokeExact(self, SIGQUIT);
    } catch (Throwable e) {
      throw new IllegalStateException("kill", e);
    }
    for (int ms = 0; ms < POLL_MS && !hasSocket(); ms++) {
      Thread.sleep(1);
    }
  }

  private long handlerOf(int number, MemorySegment action) {
    return call(number, MemorySegment.NULL, action) ? action.get(ValueLayout.JAVA_LONG, 0) : 0;
  }

  /** Calls sigaction; returns whether it has succeeded. */
  private boolean call(int number, MemorySegment action, MemorySegment before) {
    try {
      return (int) sigaction.invokeExact(number, action, before) == 0;
    } catch (Throwable e) {
      throw new IllegalStateException("sigaction", e);
    }
  }

  private void install(int number, MemorySegment handler) {
    try {
      MemorySegment before = (MemorySegment) signal.invokeExact(number, handler);
      if (before.address() == -1) {
        throw new IllegalStateException("signal " + number + " cannot be handled");
      }
    } catch (RuntimeException e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("signal", e);
    }
  }
}
