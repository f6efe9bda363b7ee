package org.ronsel.runtime.intercepted;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Takes the place of {@code System.exit}, {@code Runtime.exit}, {@code Runtime.halt}, {@code
 * IO.readln} and {@code Thread.ofPlatform} in classes loaded for a rank, and is told of each thread
 * that they make by a constructor. Every method that replaces a call has its parameters, the
 * receiver first.
 */
public final class RankCalls {
  /** Decides what an exit does to the job; supplied by the JVM's host of ranks. */
  @FunctionalInterface
  public interface ExitPolicy {
    /**
     * Called on the thread that exits, which will not run on.
     *
     * @param caller the class that holds the call
     * @param call the method that the program calls, such as {@code System.exit}
     * @param status the exit status it asks for
     */
    void exit(Class<?> caller, String call, int status);
  }

  /** Whether the calling thread's standard input is that of the job. */
  @FunctionalInterface
  public interface InputPolicy {
    /** Whether the rank of {@code caller}, or of the calling thread, has standard input. */
    boolean hasInput(Class<?> caller);
  }

  /** Whether the calling thread is a virtual thread in which a rank's main runs. */
  @FunctionalInterface
  public interface MainPolicy {
    /** Whether it is. */
    boolean isVirtualMain();
  }

  /** The call that runs no shutdown hooks, as an {@link ExitPolicy} is told its name. */
  public static final String HALT = "Runtime.halt";

  private static final StackWalker WALKER =
      StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

  private static volatile @Nullable ExitPolicy exitPolicy;
  private static volatile @Nullable InputPolicy inputPolicy;
  private static volatile @Nullable MainPolicy mainPolicy;

  private RankCalls() {}

  /** Says what the calls mean in this JVM; null for what the JDK says. */
  public static void install(
      @Nullable ExitPolicy exit, @Nullable InputPolicy input, @Nullable MainPolicy main) {
    exitPolicy = exit;
    inputPolicy = input;
    mainPolicy = main;
  }

  /** For {@code System.exit(status)}. */
  public static void exit(int status) {
    leave(WALKER.getCallerClass(), "System.exit", status);
  }

  /** For {@code runtime.exit(status)}. */
  public static void exit(Runtime runtime, int status) {
    leave(WALKER.getCallerClass(), "Runtime.exit", status);
  }

  /** For {@code runtime.halt(status)}. */
  public static void halt(Runtime runtime, int status) {
    leave(WALKER.getCallerClass(), HALT, status);
  }

  /** Replaces {@code IO.readln()}, which has one reader of standard input for the whole JVM. */
  public static @Nullable String readln() {
    return hasInput(WALKER.getCallerClass()) ? IO.readln() : null;
  }

  /** For {@code IO.readln(prompt)}. */
  public static @Nullable String readln(String prompt) {
    if (hasInput(WALKER.getCallerClass())) {
      return IO.readln(prompt);
    }
    IO.print(prompt);
    return null;
  }

  /**
   * Called with each thread that a constructor of {@link Thread} has made. As under plain java,
   * what main makes is no daemon, unless the program says so later; a virtual thread would make
   * daemons.
   */
  public static void made(Thread thread) {
    if (isVirtualMain() && !thread.isVirtual()) {
      thread.setDaemon(false);
    }
  }

  /** For {@code Thread::new}, as a factory of threads. */
  public static Thread newThread(Runnable task) {
    Thread thread = new Thread(task);
    made(thread);
    return thread;
  }

  /** For {@code Thread.ofPlatform()}. */
  public static Thread.Builder.OfPlatform ofPlatform() {
    Thread.Builder.OfPlatform builder = Thread.ofPlatform();
    return isVirtualMain() ? builder.daemon(false) : builder;
  }

  private static boolean isVirtualMain() {
    MainPolicy policy = mainPolicy;
    return policy != null && policy.isVirtualMain();
  }

  private static boolean hasInput(Class<?> caller) {
    InputPolicy policy = inputPolicy;
    return policy == null || policy.hasInput(caller);
  }

  private static void leave(Class<?> caller, String call, int status) {
    ExitPolicy policy = exitPolicy;
    if (policy == null) {
      if (call.equals(HALT)) {
        Runtime.getRuntime().halt(status);
      }
      System.exit(status);
    } else {
      policy.exit(caller, call, status);
    }
    // Like the JDK's exit, this never returns: no finally block and no further line of the program
    // may run, and nothing that the program could catch is thrown.
    while (true) {
      LockSupport.park();
      // An interrupted thread does not park: it would spin here for ever.
      Thread.interrupted();
    }
  }
}
