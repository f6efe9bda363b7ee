import java.lang.foreign.*;
import java.lang.invoke.VarHandle;
import java.util.*;
import org.ronsel.*;

// Rank 0 adds to the memory of rank 1, which collects its heap until it has found that.

static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle();

void main() {
  var world = Ronsel.world();
  try (var window = Window.allocate(world, Datatype.LONG, 2)) {
    MemorySegment mine = window.memory();
    List<long[]> heap = new ArrayList<>();
    for (int i = 0; i < 300_000; i++) {
      heap.add(new long[] {i});
    }
    world.barrier();
    if (world.rank() == 1) {
      for (int during = 0; during < 5; ) {
        long before = (long) WORD.getVolatile(mine, 0L);
        System.gc();
        during += (long) WORD.getVolatile(mine, 0L) > before ? 1 : 0;
      }
      WORD.setVolatile(mine, 8L, 1L);
    } else {
      window.lockAll();
      while (window.fetchAndOp(0L, 1, 1, Op.NO_OP) == 0) {
        window.accumulate(new long[] {1}, 1, 0, Op.SUM);
        window.flush(1);
      }
      window.unlockAll();
    }
    world.barrier();
    IO.println("of " + heap.size());
  }
}
