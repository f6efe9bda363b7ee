package org.ronsel.transport;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import org.ronsel.machine.MeasuredCopy;

/**
 * Memory of a peer that this rank sees as its own: one copy does each operation, within the call.
 */
public final class DirectMemory implements RemoteMemory {
  private final MemorySegment memory;
  private final MeasuredCopy copies;

  /**
   * Makes the access to memory that both see.
   *
   * @param copies of this rank to and from memory of that peer
   */
  public DirectMemory(MemorySegment memory, MeasuredCopy copies) {
    this.memory = memory;
    this.copies = copies;
  }

  @Override
  public long byteSize() {
    return memory.byteSize();
  }

  @Override
  public MemorySegment mapped() {
    return memory;
  }

  @Override
  public void put(Object base, long byteOffset, long at, long bytes, Completion local) {
    copies.write(base, byteOffset, memory, at, bytes);
    local.complete(0);
  }

  @Override
  public void get(long at, Object base, long byteOffset, long bytes, Completion done) {
    copies.read(memory, at, base, byteOffset, bytes);
    done.complete(0);
  }

  @Override
  public void fetchAndOp(RemoteOp op, int width, long at, long operand, Completion fetched) {
    fetched.complete(AtomicWords.fetchAndOp(memory, op, width, at, operand));
  }

  @Override
  public void compareAndSwap(int width, long at, long expected, long desired, Completion fetched) {
    fetched.complete(AtomicWords.compareAndSwap(memory, width, at, expected, desired));
  }

  @Override
  public void flush(Completion remote) {
    // Full: what was put is seen before what the caller does next, and what others put after.
    VarHandle.fullFence();
    remote.complete(0);
  }
}
