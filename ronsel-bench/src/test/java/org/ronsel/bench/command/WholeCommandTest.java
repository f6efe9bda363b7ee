package org.ronsel.bench.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class WholeCommandTest {
  @Test
  void theNameStandsThereOnceWhoeverHasParsedTheArguments() {
    List<String> whole = List.of("ronsel", "bench", "rma", "--json", "f");
    assertThat(WholeCommand.of("bench", List.of("rma", "--json", "f"))).isEqualTo(whole);
    assertThat(WholeCommand.of("bench", List.of("bench", "rma", "--json", "f"))).isEqualTo(whole);
    assertThat(WholeCommand.of("npb", List.of())).isEqualTo(List.of("ronsel", "npb"));
  }
}
