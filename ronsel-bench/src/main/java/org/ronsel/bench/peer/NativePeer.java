package org.ronsel.bench.peer;

import java.util.List;
import java.util.Locale;

/** Native libraries to compare with, and the marks of their tools. */
public enum NativePeer {
  /** Open MPI. */
  OPENMPI(
      "Open MPI",
      "mpicc.openmpi mpicc",
      "--showme:version",
      "Open MPI",
      "mpirun.openmpi mpirun",
      "Open"),
  /** MPICH. */
  MPICH(
      "MPICH", "mpicc.mpich mpicc", "-v", "MPICH", "mpiexec.mpich mpiexec.hydra mpiexec", "HYDRA");

  private final String title;
  private final String compilers;
  private final String compilerVersionOption;
  private final String compilerMark;
  private final String launchers;
  private final String launcherMark;

  NativePeer(
      String title,
      String compilers,
      String compilerVersionOption,
      String compilerMark,
      String launchers,
      String launcherMark) {
    this.title = title;
    this.compilers = compilers;
    this.compilerVersionOption = compilerVersionOption;
    this.compilerMark = compilerMark;
    this.launchers = launchers;
    this.launcherMark = launcherMark;
  }

  /** Name on the command line and in tables. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Name as its authors write it. */
  public String title() {
    return title;
  }

  /** Names of its compiler wrapper, most specific first. */
  List<String> compilers() {
    return List.of(compilers.split(" ", -1));
  }

  /** Option that makes the wrapper print its version. */
  String compilerVersionOption() {
    return compilerVersionOption;
  }

  /** Text in the version of a wrapper that belongs to this library. */
  String compilerMark() {
    return compilerMark;
  }

  /** Names of its launcher, most specific first. */
  List<String> launchers() {
    return List.of(launchers.split(" ", -1));
  }

  /** Text in the output of {@code --version} of a launcher that belongs to this library. */
  String launcherMark() {
    return launcherMark;
  }

  /**
   * Reads a name.
   *
   * @throws IllegalArgumentException listing the names
   */
  public static NativePeer parse(String text) {
    for (NativePeer peer : values()) {
      if (peer.label().equals(text.strip().toLowerCase(Locale.ROOT))) {
        return peer;
      }
    }
    throw new IllegalArgumentException("'" + text + "' is not a peer: openmpi or mpich");
  }
}
