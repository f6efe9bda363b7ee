package org.ronsel.bench.command;

import java.util.List;
import org.ronsel.launch.spi.JvmOptions;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options that say how jobs that are measured run; a mixin. */
public final class MeasuredJobOptions {
  @Option(
      names = "--pin",
      negatable = true,
      defaultValue = "true",
      fallbackValue = "true",
      description = "Bind ranks to cores where there are enough cores (default: yes).")
  private boolean pin;

  @Mixin private JvmOptions jvm = new JvmOptions();

  /** Creates options of which none is given. */
  public MeasuredJobOptions() {}

  /** Whether ranks are bound to cores. */
  public boolean pin() {
    return pin;
  }

  /** The options of the JVMs. */
  public List<String> jvmOptions() {
    return jvm.options();
  }
}
