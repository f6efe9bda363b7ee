package org.ronsel.launch.spi;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** The option of commands that passes options to the JVMs of jobs; a mixin. */
public final class JvmOptions {
  @Option(
      names = {"-J", "--jvm-option"},
      paramLabel = "OPTION",
      parameterConsumer = JvmOptionParameter.class,
      description = "Option for the JVMs that hold ranks, such as -J-Xmx8g; may be repeated.")
  private List<String> options = new ArrayList<>();

  /** Creates options of which none is given. */
  public JvmOptions() {}

  /** The options of JVMs that were given, in their order. */
  public List<String> options() {
    return options;
  }
}
