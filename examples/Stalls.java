/*
 * The time of an accumulate while the JVM of its target makes no progress: it waits for a message,
 * it computes without a call, it collects its heap, or it is stopped by a signal, which is what a
 * debugger does to all of its threads. The first rank adds to memory of the last one and times each
 * operation, from the call until it is complete there.
 *
 *   ./ronsel run -n 2 --hosts a,b --map-by node --ghosts 1 examples/Stalls.java [MILLISECONDS]
 *
 * On one host the first rank adds by itself; on two, a ghost does, or without ghosts the target,
 * when it is back.
 */

import java.util.Arrays;
import org.ronsel.Comm;
import org.ronsel.Datatype;
import org.ronsel.Op;
import org.ronsel.Ronsel;
import org.ronsel.Window;

static final String[] STALLS = {"waits", "computes", "collects", "is stopped"};
static final int DOUBLES = 512;
static final int OBJECTS = 1_000_000; // number of objects in the heap that is collected

static volatile double sink;

void main(String[] args) throws Exception {
  Comm world = Ronsel.world();
  int ms = 1000;
  try {
    ms = args.length > 0 ? Integer.parseInt(args[0]) : ms;
  } catch (NumberFormatException notANumber) {
    ms = 0;
  }
  if (ms < 1 || args.length > 1 || world.size() < 2) {
    if (world.rank() == 0) {
      System.err.println("usage: Stalls [MILLISECONDS], at least 1, on two ranks or more");
      System.exit(2);
    }
    return;
  }
  int target = world.size() - 1;
  try (Window window = Window.allocate(world, Datatype.DOUBLE, DOUBLES)) {
    double undisturbed = 0;
    if (world.rank() == 0) {
      measure(window, target, 1000); // warm-up for the compiler
    }
    for (String stall : STALLS) {
      world.barrier();
      if (world.rank() == 0) {
        world.receive(new byte[1], target, 0); // the target is about to begin
        Thread.sleep(ms / 10);
        double[] us = measure(window, target, ms / 2);
        double median = us[us.length / 2];
        undisturbed = stall.equals("waits") ? median : undisturbed;
        System.out.printf(
            Locale.ROOT,
            "target %-10s %7d accumulates, median %10.1f us (%.1f times), longest %10.1f us%n",
            stall,
            us.length,
            median,
            median / undisturbed,
            us[us.length - 1]);
        world.send(new byte[1], target, 1);
      } else if (world.rank() == target) {
        stall(world, stall, ms);
        world.receive(new byte[1], 0, 1);
      }
    }
    world.barrier();
  }
}

/** Accumulates for {@code ms} milliseconds; returns the microseconds of each operation, sorted. */
double[] measure(Window window, int target, int ms) {
  double[] ones = new double[DOUBLES];
  Arrays.fill(ones, 1);
  double[] us = new double[1024];
  int n = 0;
  window.lockAll();
  long end = System.nanoTime() + ms * 1_000_000L;
  for (long start = System.nanoTime(); start < end && n < 1 << 20; start = System.nanoTime()) {
    window.accumulate(ones, target, 0, Op.SUM);
    window.flush(target);
    if (n == us.length) {
      us = Arrays.copyOf(us, 2 * n);
    }
    us[n++] = (System.nanoTime() - start) / 1e3;
  }
  window.unlockAll();
  us = Arrays.copyOf(us, n);
  Arrays.sort(us);
  return us;
}

/** Makes no call for {@code ms} milliseconds, for the reason that {@code how} names. */
void stall(Comm world, String how, int ms) throws Exception {
  Object[] live = how.equals("collects") ? heap() : null;
  world.send(new byte[1], 0, 0);
  long end = System.nanoTime() + ms * 1_000_000L;
  switch (how) {
    case "computes" -> {
      double x = 1;
      while (System.nanoTime() < end) {
        for (int i = 0; i < 1000; i++) {
          x = x * 1.0000001 + 1e-9;
        }
      }
      sink = x;
    }
    case "collects" -> {
      while (System.nanoTime() < end) {
        System.gc();
      }
      sink = live.length;
    }
    case "is stopped" -> {
      long pid = ProcessHandle.current().pid();
      String seconds = "%d.%03d".formatted(ms / 1000, ms % 1000);
      new ProcessBuilder("sh", "-c", "kill -STOP $0; sleep $1; kill -CONT $0", pid + "", seconds)
          .start()
          .waitFor();
    }
    default -> {} // waits for the message that ends it
  }
}

/** Many small objects that refer to each other. */
Object[] heap() {
  Object[] objects = new Object[OBJECTS];
  for (int i = 0; i < OBJECTS; i++) {
    objects[i] = new Object[] {i > 0 ? objects[i / 2] : null, i};
  }
  return objects;
}
