package org.ronsel.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class HelpTest {
  private static final Pattern COMMAND = Pattern.compile("^ {2}(\\w+) +(\\w+) ", Pattern.MULTILINE);

  /** In one mood: what the user tells the command to do. */
  @Test
  void everyCommandIsDescribedInTheImperative() throws Exception {
    Job help = Job.run(List.of(Job.ROOT.resolve("ronsel").toString(), "--help")).succeeded();
    String list = String.join("\n", help.lines()).replaceFirst("(?s).*\nCommands:", "");
    List<MatchResult> commands = COMMAND.matcher(list).results().toList();
    assertThat(commands)
        .extracting(command -> command.group(1))
        .contains("run", "install", "bench", "sim", "tune");
    assertThat(commands).allSatisfy(command -> assertThat(command.group(2)).doesNotEndWith("s"));
  }
}
