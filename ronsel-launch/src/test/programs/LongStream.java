import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Locale;
import org.ronsel.Comm;
import org.ronsel.Ronsel;

/**
 * Rank 0 sends messages of native memory to the last rank, which looks whether all of them are
 * whole: {@code BYTES TIMES}. Prints how many megabits a second that were, without the first one.
 */
void main(String... args) {
  long bytes = Long.parseLong(args[0]);
  int times = Integer.parseInt(args[1]);
  Comm world = Ronsel.world();
  int last = world.size() - 1;
  MemorySegment memory = Arena.global().allocate(bytes, 8);
  long start = 0;
  for (int i = 0; i <= times; i++) {
    if (i == 1) {
      world.barrier();
      start = System.nanoTime();
    }
    if (world.rank() == 0) {
      memory.set(ValueLayout.JAVA_LONG, 0, i);
      memory.set(ValueLayout.JAVA_LONG, bytes - 8, -i);
      world.send(memory, last, i);
    } else if (world.rank() == last) {
      world.receive(memory, 0, i);
      if (memory.get(ValueLayout.JAVA_LONG, 0) != i
          || memory.get(ValueLayout.JAVA_LONG, bytes - 8) != -i) {
        throw new AssertionError("message " + i + " is damaged");
      }
    }
  }
  world.barrier();
  if (world.rank() == last) {
    double seconds = (System.nanoTime() - start) / 1e9;
    System.out.printf(Locale.ROOT, "whole, %.0f Mbit/s%n", bytes * 8.0 * times / seconds / 1e6);
  }
}
