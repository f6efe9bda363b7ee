package org.ronsel.transport.shm;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.ronsel.ErrorClass;
import org.ronsel.RonselException;
import org.ronsel.machine.SharedSegment;
import org.ronsel.memory.NativeWords;

/**
 * Memory that this JVM has allocated so that peers can read it in place, and the peers' such memory
 * as it is met. A key is {@code (index + 1) << 44 | offset}; the index names an entry of a table in
 * the allocating JVM's segment. Any thread.
 */
final class SharedAllocations implements AutoCloseable {
  private static final int OFFSET_BITS = 44;
  private static final long OFFSET_MASK = (1L << OFFSET_BITS) - 1;

  private final JvmSegment own;

  /**
   * By address, ascending; replaced, never changed. An array, since every long message from native
   * memory looks in it, and a look into a map would make an object.
   */
  private volatile Allocation[] byAddress = {};

  private final Map<String, SharedSegment> mapped = new ConcurrentHashMap<>();
  private int count;

  private record Allocation(int index, long address, SharedSegment segment) {}

  SharedAllocations(JvmSegment own) {
    this.own = own;
  }

  /**
   * Allocates shared memory; plain native memory once the table is full or where handles have
   * names.
   */
  synchronized MemorySegment allocate(long bytes) {
    if (count == SegmentLayout.MAX_ALLOCATIONS || !own.handle().startsWith("/proc/")) {
      return Arena.ofAuto().allocate(bytes, 64);
    }
    SharedSegment segment = SharedSegment.create("allocate", bytes, SharedSegment.Backing.MEMORY);
    try {
      segment.commit(0, segment.byteSize());
    } catch (RuntimeException refused) {
      segment.close();
      throw refused;
    }
    int index = count++;
    String handle = segment.handle();
    long descriptor = Long.parseLong(handle.substring(handle.lastIndexOf('/') + 1));
    long entry = own.layout.allocationEntry(index);
    own.memory.set(ValueLayout.JAVA_LONG, entry, descriptor);
    // Release: a peer that reads the size finds the descriptor. It learns of the entry by a record.
    NativeWords.setLongRelease(own.memory, entry + 8, segment.byteSize());
    long address = segment.memory().address();
    Allocation[] before = byAddress;
    int place = countUpTo(before, address);
    Allocation[] after = Arrays.copyOf(before, before.length + 1);
    System.arraycopy(before, place, after, place + 1, before.length - place);
    after[place] = new Allocation(index, address, segment);
    byAddress = after;
    return segment.memory().asSlice(0, bytes);
  }

  /** A key by which peers can open a range, or 0 if it does not lie in memory allocated here. */
  long keyOf(MemorySegment segment, long offset, long bytes) {
    if (!segment.isNative()) {
      return 0;
    }
    Allocation[] allocations = byAddress;
    long from = segment.address() + offset;
    int place = countUpTo(allocations, from);
    if (place == 0) {
      return 0;
    }
    Allocation allocation = allocations[place - 1];
    long at = from - allocation.address;
    return at + bytes <= allocation.segment.byteSize()
        ? (allocation.index + 1L) << OFFSET_BITS | at
        : 0;
  }

  /** How many of the allocations begin at this address or below. */
  private static int countUpTo(Allocation[] allocations, long address) {
    int low = 0;
    int high = allocations.length;
    while (low < high) {
      int middle = low + high >>> 1;
      if (allocations[middle].address <= address) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Memory of this JVM by a key that has come back to it; everything in it is checked. */
  MemorySegment ownMemory(long key, long bytes) {
    long index = (key >>> OFFSET_BITS) - 1;
    long at = key & OFFSET_MASK;
    for (Allocation allocation : byAddress) {
      long size = allocation.segment.byteSize();
      if (allocation.index == index && bytes >= 0 && bytes <= size && at <= size - bytes) {
        return allocation.segment.memory().asSlice(at, bytes);
      }
    }
    throw invalid(key);
  }

  /** Memory of a peer by its key; everything in it is checked. */
  MemorySegment peerMemory(JvmSegment peer, String peerHandle, long key, long bytes) {
    long index = (key >>> OFFSET_BITS) - 1;
    long at = key & OFFSET_MASK;
    if (index < 0 || index >= SegmentLayout.MAX_ALLOCATIONS) {
      throw invalid(key);
    }
    long entry = peer.layout.allocationEntry((int) index);
    long size = NativeWords.getLongAcquire(peer.memory, entry + 8);
    long descriptor = peer.memory.get(ValueLayout.JAVA_LONG, entry);
    if (size <= 0 || size > OFFSET_MASK || bytes < 0 || bytes > size || at > size - bytes) {
      throw invalid(key);
    }
    String name = peerHandle.substring(0, peerHandle.lastIndexOf('/') + 1) + descriptor;
    SharedSegment segment = mapped.computeIfAbsent(name, n -> SharedSegment.open(n, size));
    if (bytes > segment.byteSize() - at) {
      throw invalid(key); // the table says otherwise than when the segment was mapped
    }
    return segment.memory().asSlice(at, bytes);
  }

  private static RonselException invalid(long key) {
    return new RonselException(
        ErrorClass.INTERN, "a peer named memory that it has not allocated: " + key);
  }

  @Override
  public synchronized void close() {
    for (Allocation each : byAddress) {
      each.segment.close();
    }
    byAddress = new Allocation[0];
    mapped.values().forEach(SharedSegment::close);
    mapped.clear();
  }
}
