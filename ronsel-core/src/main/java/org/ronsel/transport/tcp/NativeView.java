package org.ronsel.transport.tcp;

import java.lang.foreign.MemorySegment;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;

/**
 * Native segments as buffers, which channels read and write. That of the last segment is kept while
 * no collection comes between, since programs use one segment again and again. For one thread at a
 * time.
 */
final class NativeView {
  private static final long LARGEST = Integer.MAX_VALUE;

  private WeakReference<MemorySegment> seen = new WeakReference<>(null);
  private WeakReference<ByteBuffer> view = new WeakReference<>(null);

  /** A part of a segment, which is valid until the next call. */
  ByteBuffer of(MemorySegment memory, long offset, int bytes) {
    if (memory.byteSize() > LARGEST) {
      return memory.asSlice(offset, bytes).asByteBuffer();
    }
    ByteBuffer known = seen.refersTo(memory) ? view.get() : null;
    if (known == null) {
      known = memory.asByteBuffer();
      seen = new WeakReference<>(memory);
      view = new WeakReference<>(known);
    }
    return known.clear().limit((int) offset + bytes).position((int) offset);
  }
}
