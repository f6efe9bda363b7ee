package mpi;

import java.lang.foreign.MemorySegment;
import java.nio.Buffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ronsel.ErrorClass;
import org.ronsel.RonselException;
import org.ronsel.Window;

/** The memory that is attached to a dynamic window (MPI-4.1, section 12.2.4). Any thread. */
final class AttachedBuffers {
  /** Memory that is attached, and where others find it. */
  private record Attached(MemorySegment memory, long displacement) {}

  private final Win win;

  /** Guarded by itself. */
  private final List<Attached> attached = new ArrayList<>();

  AttachedBuffers(Win win) {
    this.win = win;
  }

  void attach(Buffer base, int size) {
    Window window = win.core();
    try {
      MemorySegment memory =
          WindowMemory.first(window.rank(), WindowMemory.present(window.rank(), base), size);
      synchronized (attached) {
        attached.add(new Attached(memory, window.attach(memory)));
      }
    } catch (RonselException e) {
      throw win.failed(e);
    }
  }

  void detach(Buffer base) {
    Window window = win.core();
    try {
      MemorySegment memory = WindowMemory.all(WindowMemory.present(window.rank(), base));
      synchronized (attached) {
        Attached known = find(memory);
        window.detach(known == null ? memory : known.memory());
        attached.remove(known);
      }
    } catch (RonselException e) {
      throw win.failed(e);
    }
  }

  int getDisplacement(Buffer base) {
    Window window = win.core();
    try {
      MemorySegment memory = WindowMemory.all(WindowMemory.present(window.rank(), base));
      synchronized (attached) {
        Attached known = find(memory);
        if (known == null || known.displacement() > Integer.MAX_VALUE) {
          throw Win.refused(
              window,
              ErrorClass.RMA_ATTACH,
              "getDisplacement",
              known == null
                  ? "this memory is not attached"
                  : known.displacement() + " is more than an int can express; use org.ronsel");
        }
        return (int) known.displacement();
      }
    } catch (RonselException e) {
      throw win.failed(e);
    }
  }

  private @Nullable Attached find(MemorySegment memory) {
    for (Attached each : attached) {
      if (WindowMemory.beginTogether(each.memory(), memory)) {
        return each;
      }
    }
    return null;
  }
}
