package org.ronsel.tune;

import org.ronsel.launch.spi.MachineDescription;

/**
 * The machine and the version of a measurement, without which its times have no meaning.
 *
 * @param ronsel version of Ronsel
 * @param machine processor, number of cores, system and JDK
 */
public record MeasurementEnvironment(String ronsel, String machine) {
  /** The circumstances of this process. */
  public static MeasurementEnvironment here() {
    String processor = MachineDescription.processor();
    return new MeasurementEnvironment(
        MachineDescription.version(),
        (processor.isEmpty() ? "" : processor + ", ")
            + cores()
            + " cores, "
            + System.getProperty("os.name")
            + " "
            + System.getProperty("os.arch")
            + ", Java "
            + System.getProperty("java.version"));
  }

  /** The number of cores that ranks of this machine run on. */
  public static int cores() {
    return Runtime.getRuntime().availableProcessors();
  }
}
