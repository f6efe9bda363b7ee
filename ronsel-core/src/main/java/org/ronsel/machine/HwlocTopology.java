package org.ronsel.machine;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.OptionalDouble;

/**
 * Reads the topology from the hwloc library (version 2). The library is asked for its XML form, so
 * that nothing depends on the layout of its C structures.
 */
final class HwlocTopology {
  private HwlocTopology() {}

  private static final String LIBRARY = "libhwloc.so.15";

  /** hwloc is not installed, not callable, or failed; the message says which. */
  static final class UnavailableException extends Exception {
    private static final long serialVersionUID = 1L;

    UnavailableException(String message) {
      super(message);
    }
  }

  /** Whether the library is there, or why not. */
  static Availability availability() {
    try {
      library();
      return Availability.usable(LIBRARY);
    } catch (UnavailableException e) {
      return Availability.unavailable(String.valueOf(e.getMessage()));
    }
  }

  private static SymbolLookup library() throws UnavailableException {
    if (!NativeAccess.ENABLED) {
      throw new UnavailableException(NativeAccess.REASON);
    }
    return NativeAccess.library(LIBRARY)
        .orElseThrow(() -> new UnavailableException(LIBRARY + " is not installed"));
  }

  /** Reads it, and joins it with what this process may use. */
  static Topology read(CpuSet allowed, OptionalDouble quota) throws UnavailableException {
    return HwlocXml.parse(exportXml(), allowed, quota);
  }

  private static String exportXml() throws UnavailableException {
    SymbolLookup library = library();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment handle = arena.allocate(ValueLayout.ADDRESS);
      check("hwloc_topology_init", call(library, "hwloc_topology_init", handle.address(), 0, 0));
      long topology = handle.get(ValueLayout.JAVA_LONG, 0);
      try {
        check("hwloc_topology_load", call(library, "hwloc_topology_load", topology, 0, 0));
        MemorySegment text = arena.allocate(ValueLayout.ADDRESS);
        MemorySegment length = arena.allocate(ValueLayout.JAVA_INT);
        String export = "hwloc_topology_export_xmlbuffer";
        check(export, call(library, export, topology, text.address(), length.address()));
        MemorySegment xml = text.get(ValueLayout.ADDRESS, 0);
        try {
          return xml.reinterpret(length.get(ValueLayout.JAVA_INT, 0)).getString(0);
        } finally {
          call(library, "hwloc_free_xmlbuffer", topology, xml.address(), 0);
        }
      } finally {
        call(library, "hwloc_topology_destroy", topology, 0, 0);
      }
    }
  }

  private static void check(String function, int result) throws UnavailableException {
    if (result != 0) {
      throw new UnavailableException(function + " failed");
    }
  }

  private static int call(SymbolLookup library, String function, long a, long b, long c)
      throws UnavailableException {
    MemorySegment address =
        library
            .find(function)
            .orElseThrow(() -> new UnavailableException(LIBRARY + " has no function " + function));
    MethodHandle handle = NativeAccess.words(address);
    try {
      return (int) (long) handle.invokeExact(a, b, c, 0L, 0L, 0L, 0L);
    } catch (RuntimeException | Error thrown) {
      throw thrown;
    } catch (Throwable thrown) {
      throw new AssertionError("a downcall throws no checked exception", thrown);
    }
  }
}
