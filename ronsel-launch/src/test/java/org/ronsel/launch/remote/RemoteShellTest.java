package org.ronsel.launch.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RemoteShellTest {
  @Test
  void wordsMayHaveSpacesInQuotes() {
    String command = "  /opt/ssh -o 'ProxyCommand=ssh -W %h:%p gate'\t-i \"a 'b'\"/key'' ";
    assertThat(RemoteShell.of(command).words())
        .startsWith("/opt/ssh", "-o", "ProxyCommand=ssh -W %h:%p gate", "-i", "a 'b'/key", "-o");
    assertThat(RemoteShell.of("shell '' \"\"").words()).containsExactly("shell", "", "");
  }

  @Test
  void withoutWordsItIsSsh() {
    assertThat(RemoteShell.of(" ")).isEqualTo(RemoteShell.of(""));
    assertThat(RemoteShell.of("").words()).startsWith("ssh", "-o", "BatchMode=yes");
  }

  @ParameterizedTest
  @ValueSource(strings = {"ssh -o 'a", "ssh \"", "it's"})
  void anOpenQuoteIsRefused(String command) {
    assertThatThrownBy(() -> RemoteShell.of(command))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a quote is not closed: " + command);
  }
}
