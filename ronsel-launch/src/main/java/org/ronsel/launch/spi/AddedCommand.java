package org.ronsel.launch.spi;

import java.io.PrintWriter;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.selection.KnownAlgorithms;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A command of another module, with access to the command line that it was found on. */
public abstract class AddedCommand implements Callable<Integer> {
  @Spec private @Nullable CommandSpec spec;

  /** Used by commands, which picocli creates. */
  protected AddedCommand() {}

  /** The writer for results. */
  protected final PrintWriter out() {
    return commandLine().getOut();
  }

  /** The writer for remarks. */
  protected final PrintWriter err() {
    return commandLine().getErr();
  }

  /** The exception for a wrong argument: the user is shown the message and the usage. */
  protected final ParameterException wrong(String message) {
    return new ParameterException(commandLine(), message);
  }

  /** The collective operations that a user has named, each once. */
  protected final Set<Collective> collectives(List<String> names) {
    Set<Collective> found = new LinkedHashSet<>();
    for (String name : names) {
      Collective collective = KnownAlgorithms.operation(name);
      if (collective == null) {
        throw wrong(
            "no operation is called '" + name + "'; there are " + KnownAlgorithms.operations());
      }
      found.add(collective);
    }
    return found;
  }

  /** The command line that the command was found on. */
  protected final CommandLine commandLine() {
    if (spec == null) {
      throw new IllegalStateException("not run by picocli");
    }
    return spec.commandLine();
  }
}
