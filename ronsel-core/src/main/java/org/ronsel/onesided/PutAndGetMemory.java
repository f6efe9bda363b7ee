package org.ronsel.onesided;

import org.ronsel.transport.Capabilities.RemoteOperations;
import org.ronsel.transport.Completion;
import org.ronsel.transport.RemoteMemory;
import org.ronsel.transport.RemoteOp;

/**
 * Memory that a link writes and reads by itself, but in which it changes no words ({@link
 * RemoteOperations#PUT_AND_GET}): these go by records, so that all words are changed by processors
 * of one kind. Any thread.
 */
final class PutAndGetMemory implements RemoteMemory {
  private final RemoteMemory data;
  private final RemoteMemory words;

  PutAndGetMemory(RemoteMemory data, RemoteMemory words) {
    this.data = data;
    this.words = words;
  }

  @Override
  public long byteSize() {
    return data.byteSize();
  }

  @Override
  public void put(Object base, long byteOffset, long at, long bytes, Completion local) {
    data.put(base, byteOffset, at, bytes, local);
  }

  @Override
  public void get(long at, Object base, long byteOffset, long bytes, Completion done) {
    data.get(at, base, byteOffset, bytes, done);
  }

  @Override
  public void fetchAndOp(RemoteOp op, int width, long at, long operand, Completion fetched) {
    words.fetchAndOp(op, width, at, operand, fetched);
  }

  @Override
  public void compareAndSwap(int width, long at, long expected, long desired, Completion fetched) {
    words.compareAndSwap(width, at, expected, desired, fetched);
  }

  @Override
  public void flush(Completion remote) {
    Completion last = new BothCompletions(remote);
    data.flush(last);
    words.flush(last);
  }
}
