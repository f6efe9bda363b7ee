package org.ronsel.tune;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ronsel.collective.algorithm.Collective;

/** What is left of a run that was interrupted. */
class StateFileTest {
  private static final Question FIRST =
      new Question(Shapes.here(3, true, 2), Collective.ALL_REDUCE, 1024);
  private static final Question SECOND =
      new Question(Shapes.here(4, false, 2), Collective.BARRIER, 0);

  @TempDir Path folder;

  private Path file() {
    return StateFile.beside(folder.resolve("a.table"));
  }

  private void fill() throws Exception {
    try (StateFile state = StateFile.open(file(), "here")) {
      state.add(new Answer(FIRST, Map.of("ring", 20.0, "flat", 10.0)));
      state.add(new Answer(SECOND, Map.of("direct", 5.0)));
    }
  }

  @Test
  void answersAreKnownAgain() throws Exception {
    fill();
    try (StateFile state = StateFile.open(file(), "here")) {
      assertThat(state.answers())
          .containsExactly(
              new Answer(FIRST, Map.of("flat", 10.0, "ring", 20.0)),
              new Answer(SECOND, Map.of("direct", 5.0)));
      assertThat(state.knows(SECOND)).isTrue();
      state.remove();
    }
    assertThat(file()).doesNotExist();
  }

  @Test
  void whereverTheFileWasCutOffWhatIsWholeIsKnownAndMoreCanBeAdded() throws Exception {
    fill();
    byte[] whole = Files.readAllBytes(file());
    for (int length = 0; length < whole.length; length++) {
      Files.write(
          file(),
          java.util.Arrays.copyOf(whole, length),
          StandardOpenOption.TRUNCATE_EXISTING,
          StandardOpenOption.WRITE);
      int known;
      try (StateFile state = StateFile.open(file(), "here")) {
        known = state.answers().size();
        state.add(new Answer(SECOND, Map.of("flat", 7.0)));
      }
      try (StateFile state = StateFile.open(file(), "here")) {
        assertThat(state.answers()).hasSize(known + 1);
        assertThat(state.answers().getLast().timesNs()).containsKey("flat");
      }
    }
  }

  @Test
  void answersOfAnotherMachineOrRonselAreForgotten() throws Exception {
    fill();
    try (StateFile state = StateFile.open(file(), "elsewhere")) {
      assertThat(state.answers()).isEmpty();
    }
  }

  @Test
  void linesThatSayNothingArePassedOver() {
    assertThat(StateFile.parse("answer 3 3 1 true allReduce 8 ring=1 .")).isNotNull();
    assertThat(StateFile.parse("answer 3 3 1 true allReduce 8 ring=1")).isNull();
    assertThat(StateFile.parse("answer 3 3 1 true allReduce 8 magic=1 .")).isNull();
    assertThat(StateFile.parse("answer 3 3 1 true addUp 8 ring=1 .")).isNull();
    assertThat(StateFile.parse("answer x 3 1 true allReduce 8 ring=1 .")).isNull();
    assertThat(StateFile.parse("")).isNull();
  }
}
