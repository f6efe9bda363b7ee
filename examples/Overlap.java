/*
 * Measures how much of one-sided communication is hidden behind the computation of its target. The
 * first half of the ranks (the origins) get from, or accumulate to, the memory of the other half,
 * first while those wait for a message, then while they compute without a call. If the operations
 * need the target, they are done only when it has computed. They are completed by a flush each
 * (passive targets), or all of them by a fence, or by complete and await (active targets).
 *
 *   ./ronsel run -n 2 --hosts a,b --map-by node --ghosts 1 examples/Overlap.java [DOUBLES [OPERATIONS]]
 */

import java.util.Arrays;
import org.ronsel.Comm;
import org.ronsel.Datatype;
import org.ronsel.Op;
import org.ronsel.Ronsel;
import org.ronsel.Window;

static final int ROUNDS = 7;
static volatile double sink;

void main(String[] args) {
  Comm world = Ronsel.world();
  int doubles = 20_000;
  int operations = 50;
  try {
    doubles = args.length > 0 ? Integer.parseInt(args[0]) : doubles;
    operations = args.length > 1 ? Integer.parseInt(args[1]) : operations;
  } catch (NumberFormatException notANumber) {
    doubles = 0;
  }
  if (doubles < 1 || operations < 1 || args.length > 2 || world.size() % 2 != 0) {
    if (world.rank() == 0) {
      System.err.println(
          "usage: Overlap [DOUBLES [OPERATIONS]], whole numbers of at least 1, on an even number of"
              + " ranks");
      System.exit(2);
    }
    return;
  }

  try (Window window = Window.allocate(world, Datatype.DOUBLE, doubles)) {
    boolean asynchronous = window.progressIsAsynchronous(world.size() - 1 - world.rank());
    for (String operation :
        new String[] {"get", "accumulate", "accumulate, fence", "accumulate, post"}) {
      double[] idle = new double[ROUNDS];
      double[] hidden = new double[ROUNDS];
      for (int round = -1; round < ROUNDS; round++) { // the first one is not counted
        double communication = step(world, window, operation, doubles, operations, 0);
        double computation = world.allReduce(communication, Op.MAX);
        double both = step(world, window, operation, doubles, operations, computation);
        if (round >= 0) {
          idle[round] = communication;
          hidden[round] = (communication + computation - both) / communication;
        }
      }
      if (world.rank() == 0) {
        Arrays.sort(idle);
        Arrays.sort(hidden);
        System.out.printf(
            Locale.ROOT,
            "%-17s %8.1f us each, %4.0f %% hidden (quartiles %.0f and %.0f)%s%n",
            operation,
            idle[ROUNDS / 2] * 1e6 / operations,
            100 * hidden[ROUNDS / 2],
            100 * hidden[ROUNDS / 4],
            100 * hidden[ROUNDS - 1 - ROUNDS / 4],
            asynchronous ? ", progress is asynchronous" : "");
      }
    }
  }
}

/**
 * Seconds that the operations of this rank take while their target computes for the given number of
 * seconds.
 */
double step(
    Comm world, Window window, String operation, int doubles, int operations, double computation) {
  int target = world.size() - 1 - world.rank();
  double[] data = new double[doubles];
  world.barrier();
  long start = System.nanoTime();
  boolean isOrigin = world.rank() < world.size() / 2;
  boolean fences = operation.endsWith("fence");
  boolean posts = operation.endsWith("post");
  if (fences) {
    window.fence();
  }
  if (isOrigin) {
    if (posts) {
      window.start(world.group().include(target));
    } else if (!fences) {
      window.lockAll();
    }
    for (int i = 0; i < operations; i++) {
      if (operation.equals("get")) {
        window.get(data, target, 0);
      } else {
        window.accumulate(data, target, 0, Op.SUM);
      }
      if (!fences && !posts) {
        window.flush(target);
      }
    }
    if (posts) {
      window.complete();
    } else if (!fences) {
      window.unlockAll();
      world.send(new byte[1], target, 0); // computation is over, or there was no computation
    }
  } else {
    if (posts) {
      window.post(world.group().include(target));
    }
    compute(computation);
    if (posts) {
      window.await();
    } else if (!fences) {
      world.receive(new byte[1], target, 0);
    }
  }
  if (fences) {
    window.fence(Window.Assertion.NO_SUCCEED);
  }
  double seconds = (System.nanoTime() - start) / 1e9;
  world.barrier();
  return world.allReduce(seconds, Op.MAX);
}

/** Keeps a core busy for a number of seconds of thread time. */
void compute(double seconds) {
  long end = System.nanoTime() + (long) (seconds * 1e9);
  double x = 1;
  while (System.nanoTime() < end) {
    for (int i = 0; i < 1000; i++) {
      x = x * 1.0000001 + 1e-9;
    }
  }
  sink = x;
}
