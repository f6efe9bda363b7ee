package org.ronsel.collective.shared;

import java.lang.foreign.MemorySegment;
import org.ronsel.memory.NativeWords;

/** The counter of ranks that live in several JVMs of a host, in the segment's memory. */
final class SharedArrivals extends Arrivals {
  private final MemorySegment memory;

  SharedArrivals(MemorySegment memory, int ranks) {
    super(ranks, ControlSegment.slotBytes(ranks));
    this.memory = memory;
  }

  @Override
  long get(long at) {
    return NativeWords.getLong(memory, at);
  }

  @Override
  void set(long at, long value) {
    NativeWords.setLong(memory, at, value);
  }

  @Override
  long getOpaque(long at) {
    return NativeWords.getLongOpaque(memory, at);
  }

  @Override
  void setOpaque(long at, long value) {
    NativeWords.setLongOpaque(memory, at, value);
  }

  @Override
  long getAcquire(long at) {
    return NativeWords.getLongAcquire(memory, at);
  }

  @Override
  void setRelease(long at, long value) {
    NativeWords.setLongRelease(memory, at, value);
  }

  @Override
  long getAndAdd(long at, long by) {
    return NativeWords.getAndAddLong(memory, at, by);
  }
}
