package org.ronsel.launch.install;

import java.lang.module.FindException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import picocli.CommandLine.IVersionProvider;

/** The version of this Ronsel in words, for {@code --version} of every command. */
public final class Version implements IVersionProvider {
  private static final String MODULE = "org.ronsel.core";

  /** Used by picocli. */
  public Version() {}

  @Override
  public String[] getVersion() {
    return new String[] {text()};
  }

  /** The line that is printed. */
  public static String text() {
    return "ronsel " + ofRonsel() + " (Java " + Runtime.version() + ")";
  }

  /** The version that the build has written into the descriptor of the core's module. */
  private static String ofRonsel() {
    try {
      return ModuleFinder.of(Installation.core())
          .find(MODULE)
          .map(ModuleReference::descriptor)
          .flatMap(ModuleDescriptor::rawVersion)
          .orElse("of unknown version");
    } catch (FindException e) {
      // The descriptor is another one, as in a program's jar that contains Ronsel.
      return "of unknown version";
    }
  }
}
