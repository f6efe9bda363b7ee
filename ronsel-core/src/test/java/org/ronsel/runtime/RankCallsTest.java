package org.ronsel.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ronsel.runtime.classes.ClassPathClasses;
import org.ronsel.runtime.classes.Sources;
import org.ronsel.runtime.intercepted.RankCalls;

/** Calls of user classes that concern the whole JVM are rewritten so that they concern one rank. */
class RankCallsTest {
  private static final String PROGRAM =
      """
      import java.util.*;
      import java.util.concurrent.*;
      import java.util.function.*;
      public class Exits {
        static class Base { int weight() { return 1; } }
        static class Heavy extends Base {}
        static class Light extends Base {}
        public static IntConsumer by(String how, Runnable after) {
          return switch (how) {
            case "System.exit" -> status -> {
              // Two types meet here, which makes the verifier ask for their common ancestor.
              Base base = status > 0 ? new Heavy() : new Light();
              try { System.exit(status + base.weight() - 1); } finally { after.run(); }
            };
            case "Runtime.exit" -> status -> { Runtime.getRuntime().exit(status); after.run(); };
            case "Runtime.halt" -> status -> { Runtime.getRuntime().halt(status); after.run(); };
            case "System::exit" -> { IntConsumer exit = System::exit; yield exit.andThen(s -> after.run()); }
            case "runtime::exit" -> {
              IntConsumer exit = Runtime.getRuntime()::exit;
              yield exit.andThen(s -> after.run());
            }
            case "Runtime::halt" -> {
              BiConsumer<Runtime, Integer> halt = Runtime::halt;
              yield s -> { halt.accept(Runtime.getRuntime(), s); after.run(); };
            }
            default -> throw new IllegalArgumentException(how);
          };
        }
        static class Sub extends Thread {
          Sub(Runnable r) { super(new Thread(r), "sub"); }
        }
        static class Own extends Thread {
          Own() { setDaemon(true); }
        }
        public static List<Thread> threads() {
          ThreadFactory factory = Thread::new;
          new Thread("nobody has it");
          return List.of(new Thread(() -> {}), new Thread(null, null, "x", 0, true),
              new Thread(new Sub(() -> {}), "wrapped"), new Sub(null), factory.newThread(() -> {}),
              Thread.ofPlatform().unstarted(() -> {}), new Thread() { public void run() {} },
              new Own(), Thread.ofPlatform().daemon().unstarted(() -> {}));
        }
        public static String line() { return IO.readln(); }
      }
      """;

  private record Exit(String caller, String call, int status) {}

  @TempDir Path folder;
  private final LinkedBlockingQueue<Object> told = new LinkedBlockingQueue<>();
  private final ThreadLocal<Boolean> isMain = ThreadLocal.withInitial(() -> false);
  private Class<?> exits;

  @BeforeEach
  void load() throws Exception {
    Path classes = Files.createDirectory(folder.resolve("classes"));
    Sources.compile(classes, "Exits.java", PROGRAM);
    RankCalls.install(
        (caller, call, status) -> told.add(new Exit(caller.getName(), call, status)),
        caller -> false,
        () -> isMain.get());
    exits = load(classes).loadClass("Exits");
  }

  private static RankClassLoader load(Path classes) throws IOException {
    ClassPathClasses all = new ClassPathClasses(Map.of(), List.of(classes.toString()), true);
    return new RankClassLoader(all, LaunchedJvm.class.getClassLoader(), null);
  }

  @AfterEach
  void uninstall() {
    RankCalls.install(null, null, null);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "System.exit",
        "Runtime.exit",
        "Runtime.halt",
        "System::exit",
        "runtime::exit",
        "Runtime::halt"
      })
  void anExitIsHandedToThePolicyAndNeverReturns(String how) throws Exception {
    IntConsumer exit =
        (IntConsumer)
            exits
                .getMethod("by", String.class, Runnable.class)
                .invoke(null, how, (Runnable) () -> told.add("went on"));
    Thread thread = Thread.ofVirtual().start(() -> exit.accept(7));
    Object first = told.poll(30, TimeUnit.SECONDS);
    assertThat(first)
        .isInstanceOfSatisfying(
            Exit.class,
            e -> {
              assertThat(e.status()).isEqualTo(7);
              assertThat(e.call()).isEqualToIgnoringCase(how.replace("::", "."));
            });
    // The thread stays where it is, whoever wakes it.
    Thread.State state = thread.getState();
    while (state != Thread.State.WAITING) {
      Thread.onSpinWait();
      state = thread.getState();
    }
    thread.interrupt();
    assertThat(told).isEmpty();
    assertThat(thread.isAlive()).isTrue();
  }

  @Test
  void aRankWithoutStandardInputReadsItsEnd() throws Exception {
    assertThat(exits.getMethod("line").invoke(null)).isNull();
  }

  @Test
  void aVirtualMainMakesThreadsThatAreNoDaemons() throws Exception {
    assertThat(daemons(true))
        .containsExactly(false, false, false, false, false, false, false, true, true);
    assertThat(daemons(false)).as("as the JDK has it").containsOnly(true);
  }

  private List<Boolean> daemons(boolean main) throws Exception {
    CompletableFuture<List<Boolean>> found = new CompletableFuture<>();
    Thread.ofVirtual()
        .start(
            () -> {
              isMain.set(main);
              try {
                List<?> threads = (List<?>) exits.getMethod("threads").invoke(null);
                found.complete(threads.stream().map(each -> ((Thread) each).isDaemon()).toList());
              } catch (Throwable e) {
                found.completeExceptionally(e);
              }
            });
    return found.get(30, TimeUnit.SECONDS);
  }

  @Test
  void theBytesOfOtherClassesStayAsTheyAre() throws Exception {
    Path classes = Files.createDirectory(folder.resolve("plain"));
    Sources.compile(classes, "Plain.java", "public class Plain { void exit(int s) { exit(s); } }");
    byte[] file = Files.readAllBytes(classes.resolve("Plain.class"));
    try (ClassPathClasses all = new ClassPathClasses(Map.of("Plain", file), List.of(), true)) {
      assertThat(all.find("Plain").bytes()).isSameAs(file);
    }
  }
}
