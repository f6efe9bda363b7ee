package org.ronsel.launch;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** {@code ronsel info}. */
@Command(name = "info", header = "Describe this machine and the transports that work on it.")
final class InfoCommand implements Callable<Integer> {
  @Override
  public Integer call() {
    System.out.println("Java " + Runtime.version() + " at " + System.getProperty("java.home"));
    return 0;
  }
}
