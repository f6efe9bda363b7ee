package org.ronsel.launch.dialect;

import java.util.ArrayList;
import java.util.List;
import org.ronsel.launch.spi.UsageException;

/** The devices of MPJ Express and FastMPJ, by their placement of ranks. */
enum Device {
  /** Ranks were threads of one JVM. */
  THREADS("multicore", "smpdev", "smdev"),

  /** Every rank had a JVM: its own statics, native libraries and heap. */
  PROCESSES("niodev", "iodev", "ibvdev", "mxdev", "native", "psmdev", "ugnidev", "mxmdev"),

  /** Every host had a JVM. */
  JVM_PER_HOST("hybdev");

  private final List<String> names;

  Device(String... names) {
    this.names = List.of(names);
  }

  /** The words of {@code ronsel run} that put ranks there, on one host. */
  List<String> placement() {
    return this == PROCESSES ? List.of("--processes") : List.of();
  }

  /** The device of this name. */
  static Device of(String name) {
    List<String> all = new ArrayList<>();
    for (Device device : values()) {
      if (device.names.contains(name)) {
        return device;
      }
      all.addAll(device.names);
    }
    throw new UsageException(
        "-dev "
            + name
            + ": no such device"
            + NearestWord.hint(name, all)
            + "; the devices are "
            + String.join(", ", all));
  }
}
