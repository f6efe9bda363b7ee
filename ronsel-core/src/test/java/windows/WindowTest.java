package windows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.ronsel.Comm;
import org.ronsel.InvalidArgumentException;
import org.ronsel.harness.HostRanks;
import org.ronsel.harness.RankGroup;
import org.ronsel.harness.Ranks;
import org.ronsel.harness.ThreadRanks;

/** A layer above communicators can be built from outside. */
class WindowTest {
  private static final int RANKS = 3;
  private static final int BLOCK = 500;

  static Stream<Named<RankGroup.Placement>> placements() {
    return Stream.of(
        Named.of("threads", ThreadRanks::start), Named.of("processes", HostRanks::processes));
  }

  /** With the exports that docs/recipes/add-a-module.md names for it. */
  @Test
  void itCompilesAsAModuleOfItsOwn(@TempDir Path folder) throws IOException {
    String module = "windows.prototype";
    Path declaration =
        Files.writeString(
            folder.resolve("module-info.java"),
            "module " + module + " { requires org.ronsel.core; exports windows; }");
    List<String> command = new ArrayList<>(List.of("--module-path", "target/classes"));
    command.addAll(List.of("-d", folder.resolve("classes").toString()));
    for (String exported : List.of("comm", "onesided", "transport")) {
      command.add("--add-exports");
      command.add("org.ronsel.core/org.ronsel." + exported + "=" + module);
    }
    command.addAll(List.of(declaration.toString(), "src/test/java/windows/Window.java"));
    StringWriter said = new StringWriter();
    PrintWriter to = new PrintWriter(said);
    ToolProvider javac = ToolProvider.findFirst("javac").orElseThrow();
    int status = javac.run(to, to, command.toArray(String[]::new));
    assertThat(said.toString()).isEmpty();
    assertThat(status).isZero();
  }

  private interface Body {
    void run(Comm world, MemorySegment memory, Window window);
  }

  private static void run(RankGroup.Placement placement, Body body) {
    Ranks.run(
        placement,
        RANKS,
        world -> {
          MemorySegment memory = Arena.ofAuto().allocate((long) RANKS * BLOCK * Double.BYTES, 8);
          try (Window window = new Window(world, memory)) {
            body.run(world, memory, window);
          }
        });
  }

  @ParameterizedTest
  @MethodSource("placements")
  void whatIsPutIsThereAfterAFence(RankGroup.Placement placement) {
    run(
        placement,
        (world, memory, window) -> {
          int me = world.rank();
          double[] block = new double[BLOCK];
          for (int target = 0; target < RANKS; target++) {
            for (int i = 0; i < BLOCK; i++) {
              block[i] = 1e6 * me + 1e3 * target + i;
            }
            window.put(block, 0, BLOCK, target, (long) me * BLOCK);
          }
          window.fence();
          for (int from = 0; from < RANKS; from++) {
            for (int i = 0; i < BLOCK; i++) {
              assertThat(memory.getAtIndex(ValueLayout.JAVA_DOUBLE, (long) from * BLOCK + i))
                  .isEqualTo(1e6 * from + 1e3 * me + i);
            }
          }
          int right = (me + 1) % RANKS;
          double[] read = new double[2];
          window.get(read, 0, 2, right, (long) me * BLOCK + 7);
          assertThat(read).containsExactly(1e6 * me + 1e3 * right + 7, 1e6 * me + 1e3 * right + 8);
        });
  }

  @ParameterizedTest
  @MethodSource("placements")
  void everyRankGetsAnotherTicket(RankGroup.Placement placement) {
    int times = 50;
    run(
        placement,
        (world, memory, window) -> {
          long before = -1;
          for (int i = 0; i < times; i++) {
            long ticket = window.fetchAndAdd(1, 0, 0);
            assertThat(ticket).isGreaterThan(before);
            before = ticket;
          }
          window.fence();
          if (world.rank() == 0) {
            assertThat(memory.get(ValueLayout.JAVA_LONG, 0)).isEqualTo((long) RANKS * times);
          }
        });
  }

  @ParameterizedTest
  @MethodSource("placements")
  void anErrorNamesTheCallAndIsTheHandlers(RankGroup.Placement placement) {
    run(
        placement,
        (world, memory, window) ->
            assertThatThrownBy(() -> window.put(new double[1], 0, 1, RANKS, 0))
                .isInstanceOf(InvalidArgumentException.class)
                .hasMessage("rank " + world.rank() + ", put: target 3 is not in 0..2"));
  }
}
