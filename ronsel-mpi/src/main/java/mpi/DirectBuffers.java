package mpi;

import java.lang.foreign.MemorySegment;
import java.lang.ref.WeakReference;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;
import org.ronsel.UntypedComm;

/**
 * The direct buffers that this package has made, by address. A slice of one knows nothing of what
 * lies before it; for Open MPI it is an address, from which a type may reach back. Any thread.
 */
final class DirectBuffers {
  private static final ConcurrentSkipListMap<Long, WeakReference<ByteBuffer>> MADE =
      new ConcurrentSkipListMap<>();

  /** From how many entries on those of collected buffers are looked for. */
  private static volatile int full = 1000;

  private DirectBuffers() {}

  static ByteBuffer made(ByteBuffer buffer) {
    MADE.put(address(buffer), new WeakReference<>(buffer));
    if (MADE.size() > full) {
      MADE.values().removeIf(each -> each.get() == null);
      full = 2 * MADE.size() + 1000;
    }
    return buffer;
  }

  private static long address(Buffer buffer) {
    return MemorySegment.ofBuffer(buffer.duplicate().clear()).address();
  }

  /** The buffer of which a direct buffer is a part, or the latter itself if that is not known. */
  static Buffer around(Buffer part) {
    long address = address(part);
    Map.Entry<Long, WeakReference<ByteBuffer>> entry = MADE.floorEntry(address);
    while (entry != null) {
      ByteBuffer whole = entry.getValue().get();
      if (whole != null) {
        boolean inside = address - entry.getKey() < whole.capacity();
        if (inside && entry.getKey() != address && UntypedComm.isChecked()) {
          Environment.notPortable(
              "a type reaches back from the beginning of a slice into the buffer around it, which"
                  + " other libraries refuse; pass the whole buffer and a displacement");
        }
        return inside ? whole : part;
      }
      // The entry is of a buffer that is gone; its memory may belong to one that begins before it.
      entry = MADE.lowerEntry(entry.getKey());
    }
    return part;
  }

  /** The offset of a direct buffer in the memory that is taken as elements of a type, in bytes. */
  static long startIn(Buffer part, @Nullable Datatype type) {
    return type != null && type.reachesBack ? address(part) - address(around(part)) : 0;
  }
}
