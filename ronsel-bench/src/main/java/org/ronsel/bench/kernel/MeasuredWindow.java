package org.ronsel.bench.kernel;

import java.lang.foreign.MemorySegment;
import org.ronsel.Comm;
import org.ronsel.Info;
import org.ronsel.Ronsel;
import org.ronsel.Window;

/**
 * A window of any kind, in units of bytes, and where the memory of each rank is in it.
 *
 * @param window the window
 * @param memory of this rank
 * @param displacements of the memory of each rank; 0 but in dynamic windows
 */
record MeasuredWindow(Window window, MemorySegment memory, long[] displacements)
    implements AutoCloseable {
  /** Smallest memory of a window, a page: MPICH 4.0 puts to a wrong address in smaller memories. */
  private static final int LEAST_BYTES = 4096;

  /** Makes a window; collective over {@code comm}. */
  static MeasuredWindow open(Comm comm, Window.Kind kind, long atLeast) {
    long bytes = Math.max(LEAST_BYTES, atLeast);
    Info hints = new Info();
    return switch (kind) {
      case ALLOCATED -> of(Window.allocate(comm, bytes, 1, hints));
      case SHARED -> of(Window.allocateShared(comm, bytes, 1, hints));
      case CREATED -> of(Window.create(comm, Ronsel.allocate(bytes), 1, hints));
      case DYNAMIC -> {
        Window window = Window.createDynamic(comm, hints);
        MemorySegment memory = Ronsel.allocate(bytes);
        long[] displacements = new long[comm.size()];
        comm.allGather(new long[] {window.attach(memory)}, displacements);
        yield new MeasuredWindow(window, memory, displacements);
      }
    };
  }

  private static MeasuredWindow of(Window window) {
    return new MeasuredWindow(window, window.memory(), new long[window.size()]);
  }

  @Override
  public void close() {
    window.close();
  }
}
