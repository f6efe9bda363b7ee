package org.ronsel.onesided;

import java.lang.foreign.MemorySegment;
import org.ronsel.ErrorClass;
import org.ronsel.ErrorPlace;
import org.ronsel.InvalidArgumentException;
import org.ronsel.memory.ThreadConfinement;
import org.ronsel.transport.Completion;
import org.ronsel.transport.RemoteMemory;
import org.ronsel.transport.RemoteOp;

/** Refuses operations that do not fit the memory of the peer, before they are sent. */
final class CheckedMemory implements RemoteMemory {
  private final RemoteMemory memory;
  private final int endpoint;
  private final RemoteKey key;

  CheckedMemory(RemoteMemory memory, int endpoint, RemoteKey key) {
    this.memory = memory;
    this.endpoint = endpoint;
    this.key = key;
  }

  @Override
  public long byteSize() {
    return key.bytes();
  }

  private void range(String call, Object base, long at, long bytes) {
    if (at < 0 || bytes < 0 || bytes > key.bytes() - at) {
      throw refused(
          call,
          ErrorClass.ARGUMENT,
          bytes + " bytes from " + at + " on do not lie in its " + key.bytes() + " bytes");
    }
    if (base instanceof MemorySegment segment && ThreadConfinement.isConfined(segment)) {
      throw refused(
          call,
          ErrorClass.BUFFER,
          "the buffer here is confined to one thread; use a shared or automatic arena, or an"
              + " array");
    }
  }

  private void writable(String call) {
    if (key.readOnly()) {
      throw refused(call, ErrorClass.ARGUMENT, "it is exposed for reading only");
    }
  }

  private void word(String call, int width, long at) {
    range(call, key, at, width);
    if ((width != Integer.BYTES && width != Long.BYTES)
        || at % width != 0
        || key.alignment() < width) {
      throw refused(
          call,
          ErrorClass.ARGUMENT,
          "there is no word of "
              + width
              + " bytes at "
              + at
              + " that could be changed atomically: the memory is aligned to "
              + key.alignment());
    }
  }

  private InvalidArgumentException refused(String call, ErrorClass errorClass, String what) {
    return new InvalidArgumentException(
        errorClass, ErrorPlace.of(call).with(", memory of rank " + endpoint).message(what));
  }

  @Override
  public void put(Object base, long byteOffset, long at, long bytes, Completion local) {
    range("put", base, at, bytes);
    writable("put");
    memory.put(base, byteOffset, at, bytes, local);
  }

  @Override
  public void get(long at, Object base, long byteOffset, long bytes, Completion done) {
    range("get", base, at, bytes);
    memory.get(at, base, byteOffset, bytes, done);
  }

  @Override
  public void fetchAndOp(RemoteOp op, int width, long at, long operand, Completion fetched) {
    word("fetchAndOp", width, at);
    if (op != RemoteOp.READ) {
      writable("fetchAndOp");
    }
    memory.fetchAndOp(op, width, at, operand, fetched);
  }

  @Override
  public void compareAndSwap(int width, long at, long expected, long desired, Completion fetched) {
    word("compareAndSwap", width, at);
    writable("compareAndSwap");
    memory.compareAndSwap(width, at, expected, desired, fetched);
  }

  @Override
  public void flush(Completion remote) {
    memory.flush(remote);
  }
}
