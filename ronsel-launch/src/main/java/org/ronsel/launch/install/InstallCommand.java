package org.ronsel.launch.install;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.ronsel.launch.spi.UsageException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ronsel install --tree DIR}: copies this Ronsel to a folder of its own. */
@Command(
    name = "install",
    mixinStandardHelpOptions = true,
    header = "Put a copy of Ronsel into a folder, usable as MPJ_HOME and FMPJ_HOME.")
public final class InstallCommand implements Callable<Integer> {
  /** What the script does in a checkout. */
  public static final String IN_A_CHECKOUT =
      "%nIn a checkout, 'install' without --tree puts the artifacts into the local Maven repository."
          + "%n";

  @Option(
      names = "--tree",
      required = true,
      paramLabel = "DIR",
      description = "The folder: new, empty, or an earlier installation, which is replaced.")
  private Path tree = Path.of("");

  @Override
  public Integer call() {
    String home = System.getProperty("ronsel.home");
    if (home == null) {
      System.err.println("ronsel install: start it by the ronsel script");
      return 1;
    }
    try {
      InstalledTree installed = new InstalledTree(tree.toAbsolutePath().normalize());
      installed.fill(Path.of(home));
      System.out.println(installed.report());
      return 0;
    } catch (UsageException e) {
      System.err.println("ronsel install: " + e.getMessage());
      return 2;
    } catch (IOException e) {
      System.err.println("ronsel install: cannot write to " + tree + ": " + e);
      return 1;
    }
  }
}
