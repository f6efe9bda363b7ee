/*
 * What windows cost. First the time to make a window and close it, by the first ranks alone, by
 * twice as many, and so on, for the epochs that a hint announces. Then, for puts, gets and
 * accumulates of several lengths, the time of each at the first rank, and the time that it takes
 * from its target, which is the last rank and computes, with a call now and then. At last the time
 * of accumulates under a lock for each target in turn: one whose ghost is on another NUMA node than
 * its memory takes longer. Where ranks and ghosts have no cores of their own, what the target spends
 * includes the time in which others had its core.
 *
 *   ./ronsel run -n 4 --hosts a,b --map-by slot --ghosts 1 examples/Costs.java [OPERATIONS]
 */

import java.util.Arrays;
import java.util.function.DoubleSupplier;
import org.ronsel.Comm;
import org.ronsel.Datatype;
import org.ronsel.Info;
import org.ronsel.LockType;
import org.ronsel.Op;
import org.ronsel.Request;
import org.ronsel.Ronsel;
import org.ronsel.Window;

static final String[] EPOCHS = {"fence,pscw,lock,lockall", "fence", "lockall", "lock"};
static final int[] DOUBLES = {1, 64, 512};
static final int ROUNDS = 7;
static final int WINDOWS = 10;

static volatile double sink;

void main(String[] args) {
  Comm world = Ronsel.world();
  int operations = 2000;
  try {
    operations = args.length > 0 ? Integer.parseInt(args[0]) : operations;
  } catch (NumberFormatException notANumber) {
    operations = 0;
  }
  if (operations < 1 || args.length > 1 || world.size() < 2) {
    if (world.rank() == 0) {
      System.err.println("usage: Costs [OPERATIONS], at least 1, on two ranks or more");
      System.exit(2);
    }
    return;
  }
  allocate(world);
  int longest = DOUBLES[DOUBLES.length - 1];
  try (Window window = Window.allocate(world, Datatype.DOUBLE, longest)) {
    handle(world, window, operations);
    visit(world, window);
  }
}

/** The median of ROUNDS times, after two that are not counted. */
double median(DoubleSupplier time) {
  double[] times = new double[ROUNDS];
  for (int round = -2; round < ROUNDS; round++) {
    double took = time.getAsDouble();
    if (round >= 0) {
      times[round] = took;
    }
  }
  Arrays.sort(times);
  return times[ROUNDS / 2];
}

// ---- making windows ----

void allocate(Comm world) {
  for (int ranks = 2; ; ranks = Math.min(2 * ranks, world.size())) {
    try (Comm some = world.split(world.rank() < ranks ? 0 : 1, 0)) {
      if (world.rank() < ranks) {
        for (String epochs : EPOCHS) {
          Info hints = new Info().set("epochs_used", epochs);
          double us = median(() -> make(some, hints));
          if (world.rank() == 0) {
            IO.println("%4d ranks make a window for %-23s %9.1f us".formatted(ranks, epochs, us));
          }
        }
      }
    }
    world.barrier();
    if (ranks == world.size()) {
      return;
    }
  }
}

/** Makes windows and closes them; returns the microseconds of each. */
double make(Comm comm, Info hints) {
  comm.barrier();
  long start = System.nanoTime();
  for (int i = 0; i < WINDOWS; i++) {
    Window.allocate(comm, 4096, 8, hints).close();
  }
  return (System.nanoTime() - start) / 1e3 / WINDOWS;
}

// ---- handling operations ----

void handle(Comm world, Window window, int operations) {
  int target = world.size() - 1;
  for (String operation : new String[] {"put", "get", "accumulate"}) {
    for (int doubles : DOUBLES) {
      double[] taken = new double[1];
      double us =
          median(
              () -> {
                world.barrier();
                if (world.rank() == 0) {
                  return operate(world, window, operation, doubles, operations);
                } else if (world.rank() == target) {
                  taken[0] = compute(world, operations);
                }
                return taken[0];
              });
      if (world.rank() == target && target > 0) {
        world.send(new double[] {us}, 0, 2);
      } else if (world.rank() == 0) {
        double[] handling = new double[1];
        world.receive(handling, target, 2);
        IO.println(
            "%-10s of %4d bytes %9.2f us, of which the target spends %9.2f us"
                .formatted(operation, 8 * doubles, us, handling[0]));
      }
    }
  }
}

/** Operates while the target computes; returns the microseconds of each operation. */
double operate(Comm world, Window window, String operation, int doubles, int operations) {
  int target = world.size() - 1;
  double[] data = new double[doubles];
  world.receive(new byte[1], target, 0); // it knows how fast it is by itself
  window.lockAll();
  long start = System.nanoTime();
  for (int i = 0; i < operations; i++) {
    switch (operation) {
      case "put" -> window.put(data, target, 0);
      case "get" -> window.get(data, target, 0);
      default -> window.accumulate(data, target, 0, Op.SUM);
    }
    window.flush(target);
  }
  double us = (System.nanoTime() - start) / 1e3 / operations;
  window.unlockAll();
  world.send(new byte[1], target, 1);
  return us;
}

/** Computes in pieces until the operations are done; returns the microseconds that each took. */
double compute(Comm world, int operations) {
  Request done = world.iReceive(new byte[1], 0, 1);
  double alone = median(() -> pieces(done, 100) / 100);
  world.send(new byte[1], 0, 0);
  long start = System.nanoTime();
  long count = 0;
  while (!done.isComplete()) {
    pieces(done, 10);
    count += 10;
  }
  double ns = System.nanoTime() - start - count * alone;
  done.await();
  return Math.max(0, ns) / 1e3 / operations;
}

/** Computes some pieces, with a call behind each; returns the nanoseconds of all. */
double pieces(Request done, int count) {
  long start = System.nanoTime();
  double x = 1;
  for (int i = 0; i < count; i++) {
    for (int j = 0; j < 1000; j++) {
      x = x * 1.0000001 + 1e-9;
    }
    done.test(); // makes progress, also for those who operate on the memory of this rank
  }
  sink = x;
  return System.nanoTime() - start;
}

// ---- near and far memory ----

void visit(Comm world, Window window) {
  for (int doubles : DOUBLES) {
    for (int target = 1; target < world.size(); target++) {
      int at = target;
      double us = median(() -> accumulate(world, window, at, doubles));
      if (world.rank() == 0) {
        IO.println(
            "100 accumulates of %4d bytes under a lock of rank %4d %9.1f us"
                .formatted(8 * doubles, target, us));
      }
    }
  }
}

double accumulate(Comm world, Window window, int target, int doubles) {
  double us = 0;
  if (world.rank() == 0) {
    double[] data = new double[doubles];
    long start = System.nanoTime();
    window.lock(LockType.EXCLUSIVE, target);
    for (int i = 0; i < 100; i++) {
      window.accumulate(data, target, 0, Op.SUM);
    }
    window.unlock(target);
    us = (System.nanoTime() - start) / 1e3;
  }
  world.barrier();
  return us;
}
