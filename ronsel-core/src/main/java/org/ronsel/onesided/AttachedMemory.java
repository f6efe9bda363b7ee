package org.ronsel.onesided;

import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.ronsel.ErrorClass;
import org.ronsel.InvalidArgumentException;

/**
 * Memory of this rank that is attached to a dynamic window and detached again: an address space of
 * the window's own, in which each segment gets the next free addresses. Any thread.
 */
public final class AttachedMemory implements AddressSpace, AutoCloseable {
  private static final long PAGE = 4096;

  private final ExposedMemory exposed;

  /** The segments by address; replaced, never changed. */
  private volatile TreeMap<Long, Mapped> byAddress = new TreeMap<>();

  private long next = PAGE;

  /** Creates an address space with nothing attached. */
  public AttachedMemory(OneSided oneSided) {
    this.exposed = oneSided.expose(this, () -> {});
  }

  /** The key by which a peer opens it. */
  public byte[] key() {
    return exposed.key();
  }

  /**
   * Attaches memory.
   *
   * @param memory any thread may access it
   * @return its address
   * @throws InvalidArgumentException if some of it is attached already
   */
  public synchronized long attach(MemorySegment memory) {
    for (Mapped each : byAddress.values()) {
      boolean isThere = each.memory().scope().isAlive(); // else other memory has its place now
      if (isThere && each.memory().asOverlappingSlice(memory).isPresent()) {
        throw refused("some of this memory is attached already; detach it before");
      }
    }
    long address = next;
    next += (memory.byteSize() / PAGE + 2) * PAGE; // what reaches beyond it is in no other
    TreeMap<Long, Mapped> more = new TreeMap<>(byAddress);
    more.put(address, new Mapped(address, memory));
    byAddress = more;
    return address;
  }

  /**
   * Detaches memory.
   *
   * @throws InvalidArgumentException if exactly this segment is not attached
   */
  public synchronized void detach(MemorySegment memory) {
    TreeMap<Long, Mapped> fewer = new TreeMap<>(byAddress);
    if (!fewer.values().removeIf(each -> each.memory().equals(memory))) {
      throw refused("this memory is not attached; give the segment that was attached");
    }
    byAddress = fewer;
  }

  private static InvalidArgumentException refused(String why) {
    return new InvalidArgumentException(ErrorClass.RMA_ATTACH, why);
  }

  @Override
  public @Nullable Mapped find(long from, long bytes) {
    Map.Entry<Long, Mapped> below = byAddress.floorEntry(from);
    if (below == null) {
      return null;
    }
    Mapped mapped = below.getValue();
    long at = from - mapped.address();
    boolean inside = bytes >= 0 && bytes <= mapped.memory().byteSize() - at;
    return inside ? mapped : null; // perhaps closed: an access says so
  }

  @Override
  public boolean changes() {
    return true;
  }

  /** Detaches all memory. */
  @Override
  public void close() {
    exposed.close();
    byAddress = new TreeMap<>();
  }
}
