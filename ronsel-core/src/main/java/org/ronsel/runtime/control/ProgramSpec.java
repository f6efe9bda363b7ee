package org.ronsel.runtime.control;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The program that a contiguous block of ranks runs.
 *
 * @param firstRank first rank of the block
 * @param ranks number of ranks of the block
 * @param mainClass binary name of the main class; null only if the module names it
 * @param module the module of the main class, or null for a program on the class path
 * @param classPath jars and directories, absolute
 * @param modulePath jars and directories, absolute
 * @param classes compiled classes that come before the class path, by binary name
 * @param args arguments of the program
 */
public record ProgramSpec(
    int firstRank,
    int ranks,
    @Nullable String mainClass,
    @Nullable String module,
    List<String> classPath,
    List<String> modulePath,
    Map<String, byte[]> classes,
    List<String> args) {
  /** Copies the collections. */
  public ProgramSpec {
    classPath = List.copyOf(classPath);
    modulePath = List.copyOf(modulePath);
    classes = Map.copyOf(classes);
    args = List.copyOf(args);
  }
}
