package org.ronsel.launch.spi;

import java.util.List;
import java.util.Stack;
import picocli.CommandLine.IParameterConsumer;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/**
 * Takes the next word as an option of JVMs, regardless of its form: {@code -Dname=value} is one,
 * although {@code -D} is an option of {@code ronsel bench} too.
 */
final class JvmOptionParameter implements IParameterConsumer {
  JvmOptionParameter() {}

  @Override
  @SuppressWarnings("JdkObsolete") // picocli's choice
  public void consumeParameters(Stack<String> words, ArgSpec option, CommandSpec command) {
    if (words.isEmpty()) {
      String name = ((OptionSpec) option).longestName();
      throw new ParameterException(
          command.commandLine(),
          "option '" + name + "' expects an option of JVMs, such as -J-Xmx8g");
    }
    List<String> options = option.getValue();
    options.add(words.pop());
  }
}
