package org.ronsel.combinations;

import java.util.List;

/**
 * How the JVMs of jobs that tests start save processor time. Such a job is over before what an
 * optimising compiler makes would be of use, and the quick one is asked a tenth as often; ranks
 * soon let others run, since there are few cores, and other JVMs. With the profile {@code thorough}
 * jobs run as programs do.
 */
public final class Economy {
  private static final List<String> OPTIONS =
      List.of(
          "-XX:TieredStopAtLevel=1",
          "-XX:Tier3InvocationThreshold=2000",
          "-XX:Tier3MinInvocationThreshold=1000",
          "-XX:Tier3CompileThreshold=4000",
          "-Dronsel.wait.spins=200",
          "-Dronsel.wait.yields=20");

  private Economy() {}

  /** Options of a JVM that holds ranks. */
  public static List<String> ofJvm() {
    return Combinations.allOr(List.of(), OPTIONS);
  }

  /** The same as options of {@code ronsel run} and of what passes them on. */
  public static List<String> ofJob() {
    return ofJvm().stream().map(option -> "-J" + option).toList();
  }
}
