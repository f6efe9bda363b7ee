package org.ronsel.launch.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ronsel.launch.LoginShells;
import org.ronsel.launch.agent.HostAgent;
import org.ronsel.launch.install.Installation;
import org.ronsel.launch.remote.RemoteShell;
import org.ronsel.launch.spi.UsageException;

/** The command of an agent arrives as it is, whatever the login shell. */
class AgentCommandTest {
  private static final List<String> HARD =
      List.of(
          "a b",
          "it's",
          "now!",
          "!!",
          "a!$b!c",
          "\\",
          "\\\\",
          "end\\",
          "\\'",
          "",
          "$HOME `ls` \"x\" {a,b} *?~#%^=+[]<>&;()|",
          "-n",
          "caf\u00e9");

  private static String output(String... command) throws Exception {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(text).isZero();
    return text;
  }

  @ParameterizedTest
  @ValueSource(strings = {"sh", "bash", "csh", "tcsh", "fish"})
  void wordsArriveAsTheyAre(String shell) throws Exception {
    LoginShells.require(shell);
    String script = "for each; do printf '[%s]\\n' \"$each\"; done; echo 'end!'";
    StringBuilder expected = new StringBuilder();
    HARD.forEach(word -> expected.append('[').append(word).append("]\n"));
    assertThat(output(shell, "-c", RemoteShell.script(script, HARD)))
        .isEqualTo(expected + "end!\n");
  }

  @Test
  void theCommandIsOneLine() {
    for (RemoteShell shell : List.of(RemoteShell.of(""), RemoteShell.SLURM)) {
      assertThat(new AgentCommand(shell, "/opt/it's!/ronsel").words("node1", 5000))
          .noneMatch(word -> word.contains("\n"));
    }
  }

  /** As of LSF and Grid Engine, which hand over no script. */
  @Test
  void anAgentThatNoScriptStartsRunsWithoutTheOptionsForEveryJvm() {
    for (RemoteShell shell : List.of(RemoteShell.LSF, RemoteShell.GRID_ENGINE)) {
      List<String> words = new AgentCommand(shell, null).words("node1", 5000);
      assertThat(words.subList(words.indexOf("node1") + 1, words.size()))
          .startsWith("env", "-u", "JAVA_TOOL_OPTIONS", "-u", "JDK_JAVA_OPTIONS")
          .containsSequence("-u", "_JAVA_OPTIONS", Installation.java().toString());
    }
  }

  @Test
  void theAgentIsToldHowOftenItHearsFromTheLauncher() {
    for (RemoteShell shell : List.of(RemoteShell.of(""), RemoteShell.SLURM)) {
      assertThat(
              String.join(" ", new AgentCommand(shell, null).words("node1", 5001)).replace("'", ""))
          .contains(Installation.java() + " 5001 ");
    }
    assertThat(new AgentCommand(RemoteShell.LSF, null).words("node1", 5001))
        .endsWith(HostAgent.class.getName(), "5001");
  }

  @Test
  void aLineBreakInAPathIsRefused() {
    AgentCommand command = new AgentCommand(RemoteShell.of(""), "/opt/a\nb");
    assertThatThrownBy(() -> command.words("node1", 5000))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("has a line break, which not every login shell passes on");
  }
}
