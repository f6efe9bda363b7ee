package org.ronsel.launch.remote;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The order to start a JVM of a job, from the launcher to the process that starts it; without
 * host-dependent parts.
 *
 * @param jvm its index in the job
 * @param jvmsOfHost number of JVMs of the job on its host
 * @param modular whether it runs a program of modules, and so has Ronsel as a module too
 * @param debugPort on which it waits for a debugger, 0 for any, or -1 if it does not
 * @param userOptions options of the JVM that the user, or the program, has given
 * @param ownOptions options that tell the JVM how Ronsel is to run its ranks
 * @param environment variables that are added
 * @param directory working directory, or null for that of the starting process
 */
public record JvmOrder(
    int jvm,
    int jvmsOfHost,
    boolean modular,
    int debugPort,
    List<String> userOptions,
    List<String> ownOptions,
    Map<String, String> environment,
    @Nullable String directory) {
  /** Copies the collections. */
  public JvmOrder {
    userOptions = List.copyOf(userOptions);
    ownOptions = List.copyOf(ownOptions);
    environment = Map.copyOf(environment);
  }

  /** The same with another working directory. */
  public JvmOrder in(@Nullable String other) {
    return new JvmOrder(
        jvm, jvmsOfHost, modular, debugPort, userOptions, ownOptions, environment, other);
  }

  /** The same with a property and a variable that name the directory of extra files. */
  public JvmOrder withFiles(String files) {
    List<String> own = new ArrayList<>(ownOptions);
    own.add("-Dronsel.files=" + files);
    Map<String, String> variables = new HashMap<>(environment);
    variables.put("RONSEL_FILES", files);
    return new JvmOrder(
        jvm, jvmsOfHost, modular, debugPort, userOptions, own, variables, directory);
  }

  /** Whether it waits for a debugger. */
  public boolean isDebugged() {
    return debugPort >= 0;
  }
}
