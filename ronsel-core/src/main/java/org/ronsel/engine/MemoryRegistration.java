package org.ronsel.engine;

import java.lang.foreign.MemorySegment;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ronsel.RonselException;
import org.ronsel.engine.message.Peer;
import org.ronsel.transport.Capabilities.RemoteOperations;
import org.ronsel.transport.Link;
import org.ronsel.transport.Region;
import org.ronsel.transport.RemoteMemory;
import org.ronsel.transport.Transport;

/**
 * The registration of memory with the transports of a rank, by which peers operate on it, and the
 * opening of what peers have registered. Any thread, except where said.
 */
public final class MemoryRegistration {
  private final Engine engine;

  /** Makes the registration of the rank that an engine serves. */
  public MemoryRegistration(Engine engine) {
    this.engine = engine;
  }

  /**
   * Registers memory with each transport that lets peers operate on it.
   *
   * @return the regions by the names of their transports
   */
  public Map<String, Region> register(MemorySegment memory) {
    Map<String, Region> regions = new LinkedHashMap<>();
    for (Transport transport : engine.progress.transports()) {
      Region region = transport.register(memory);
      if (region != null) {
        regions.put(transport.name(), region);
      }
    }
    return regions;
  }

  /**
   * Opens memory that a peer has registered, by the transport that reaches the peer.
   *
   * @param keys of its regions, by the names of their transports
   * @param bytes its length
   * @return null if that transport has no operations on it
   * @throws RonselException if the peer has failed, or the key is not valid
   */
  public @Nullable RemoteMemory open(int endpoint, Map<String, Long> keys, long bytes) {
    Long key = keys.get(engine.peers.transportName(endpoint));
    if (key == null) {
      return null;
    }
    return open(link(endpoint), key, bytes);
  }

  /** Whether words of memory that {@link #open} has opened are changed by the transport as well. */
  public boolean changesWords(int endpoint) {
    return link(endpoint).capabilities().operations() == RemoteOperations.ALL;
  }

  private Link link(int endpoint) {
    engine.lock.acquire();
    try {
      engine.checkAlive(endpoint);
      return engine.peers.get(endpoint).link;
    } finally {
      engine.lock.release();
    }
  }

  private static @Nullable RemoteMemory open(Link link, long key, long bytes) {
    return link.capabilities().operations() == RemoteOperations.NONE ? null : link.open(key, bytes);
  }

  /**
   * The memory itself, for handlers of records, which run under the engine's lock.
   *
   * @return null if this rank does not see it
   */
  public @Nullable MemorySegment mapInHandler(int endpoint, Map<String, Long> keys, long bytes) {
    Long key = keys.get(engine.peers.transportName(endpoint));
    Peer peer = key == null ? null : engine.peers.answerable(endpoint);
    RemoteMemory memory = key == null || peer == null ? null : open(peer.link, key, bytes);
    return memory == null ? null : memory.mapped();
  }
}
