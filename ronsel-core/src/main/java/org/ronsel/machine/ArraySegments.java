package org.ronsel.machine;

import java.lang.foreign.MemorySegment;
import java.lang.ref.WeakReference;
import org.jspecify.annotations.Nullable;
import org.ronsel.memory.MemoryCopy;
import org.ronsel.memory.ScatteredMemory;

/**
 * The buffers of a program as segments, in the form that native functions take. A segment of an
 * array is an object, so those of the last arrays are kept, until either is collected.
 *
 * <p>Any thread.
 */
public final class ArraySegments {
  /** Arrays in use at a time; more of them than most programs send and receive in turn. */
  private static final int VIEWS = 16;

  private record View(WeakReference<Object> array, WeakReference<MemorySegment> segment) {}

  private final @Nullable View[] views = new View[VIEWS];
  private int next;
  private int latest;

  /**
   * A base of the program as a segment; null if it is scattered, or of values that are not any
   * bytes, or a file: where that has become shorter, or has no room, the JVM throws, but only if
   * its own routine copies.
   */
  public @Nullable MemorySegment of(Object base) {
    if (base instanceof MemorySegment segment) {
      return segment.isMapped() ? null : segment;
    }
    if (base instanceof ScatteredMemory || base instanceof boolean[]) {
      return null;
    }
    int from = latest;
    for (int i = 0; i < VIEWS; i++) {
      int at = from + i & VIEWS - 1; // the latest one first
      View view = views[at];
      if (view != null && view.array().refersTo(base)) {
        MemorySegment segment = view.segment().get();
        if (segment != null) {
          latest = at;
          return segment;
        }
      }
    }
    MemorySegment segment = MemoryCopy.asSegment(base);
    int at = next & VIEWS - 1;
    next = at + 1;
    latest = at;
    views[at] = new View(new WeakReference<>(base), new WeakReference<>(segment));
    return segment;
  }
}
