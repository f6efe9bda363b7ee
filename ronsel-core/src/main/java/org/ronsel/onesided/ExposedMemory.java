package org.ronsel.onesided;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.ronsel.transport.Region;

/** Memory of this rank on which peers operate. */
public final class ExposedMemory implements AutoCloseable {
  private final MemorySegment memory;
  private final Map<String, Region> regions;
  private final Runnable end;
  private final List<Service> services;
  private final byte[] key;

  ExposedMemory(
      int number,
      MemorySegment memory,
      Map<String, Region> regions,
      List<Service> services,
      Runnable end) {
    this.memory = memory;
    this.regions = regions;
    this.end = end;
    this.services = List.copyOf(services);
    Map<String, Long> keys =
        regions.entrySet().stream()
            .collect(Collectors.toMap(Map.Entry::getKey, each -> each.getValue().key()));
    this.key =
        new RemoteKey(
                number,
                memory.byteSize(),
                memory.isReadOnly(),
                memory.maxByteAlignment(),
                services,
                keys)
            .encode();
  }

  /** The memory. */
  public MemorySegment memory() {
    return memory;
  }

  /** The ghosts that carry out records about it; empty where its rank does. */
  List<Service> services() {
    return services;
  }

  /** The key by which a peer opens the memory, to be sent to the peer. */
  public byte[] key() {
    return key.clone();
  }

  /**
   * Ends the exposure. All ranks that have opened the memory must have ended their operations on
   * it.
   */
  @Override
  public void close() {
    end.run();
    regions.values().forEach(Region::close);
  }
}
