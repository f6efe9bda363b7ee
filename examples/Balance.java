/*
 * Compares the ways in which operations are dealt to several ghosts of a host. The first half of
 * the ranks (the origins) operate on memory of the other half, much more on that of one rank than
 * on that of the others: by many more puts, by such puts and short accumulates, by longer puts, and
 * by longer accumulates, which ghosts that divide the memory divide as well. Each load is measured
 * with each value of the hint ronsel_binding.
 *
 *   ./ronsel run -n 8 --hosts a,b --map-by slot --ghosts 2 examples/Balance.java [PUTS]
 */

import java.util.Arrays;
import org.ronsel.Comm;
import org.ronsel.Info;
import org.ronsel.Op;
import org.ronsel.Ronsel;
import org.ronsel.Window;

static final String[] BINDINGS = {"rank", "random", "operations", "bytes", "segments"};
static final String[] LOADS = {"many puts", "many, and sums", "long puts", "long sums"};
static final int MANY = 8; // factor of the number, or length, for the first target
static final int DOUBLES = 512;
static final int ROUNDS = 5;

void main(String[] args) {
  Comm world = Ronsel.world();
  int puts = 200;
  try {
    puts = args.length > 0 ? Integer.parseInt(args[0]) : puts;
  } catch (NumberFormatException notANumber) {
    puts = 0;
  }
  if (puts < 1 || args.length > 1 || world.size() % 2 != 0) {
    if (world.rank() == 0) {
      System.err.println("usage: Balance [PUTS], at least 1, on an even number of ranks");
      System.exit(2);
    }
    return;
  }
  for (String load : LOADS) {
    Window[] windows = new Window[BINDINGS.length];
    double[][] ms = new double[BINDINGS.length][ROUNDS];
    for (int i = 0; i < BINDINGS.length; i++) {
      Info hints = new Info().set("ronsel_binding", BINDINGS[i]);
      windows[i] = Window.allocate(world, (MANY + 1L) * DOUBLES * Double.BYTES, 8, hints);
    }
    for (int round = -2; round < ROUNDS; round++) { // the first two are not counted
      for (int i = 0; i < BINDINGS.length; i++) { // in turns: the machine's speed changes
        double took = step(world, windows[i], load, puts);
        if (round >= 0) {
          ms[i][round] = took;
        }
      }
    }
    for (int i = 0; i < BINDINGS.length; i++) {
      windows[i].close();
      Arrays.sort(ms[i]);
      if (world.rank() == 0) {
        System.out.printf(
            Locale.ROOT,
            "%-14s by %-10s %9.2f ms (%.2f to %.2f)%n",
            load,
            BINDINGS[i],
            ms[i][ROUNDS / 2],
            ms[i][0],
            ms[i][ROUNDS - 1]);
      }
    }
  }
}

/** Milliseconds until all origins have completed their operations. */
double step(Comm world, Window window, String load, int puts) {
  int half = world.size() / 2;
  boolean isLong = load.startsWith("long");
  double[] data = new double[MANY * DOUBLES];
  double[] one = {1};
  world.barrier();
  long start = System.nanoTime();
  if (world.rank() < half) {
    window.lockAll();
    for (int i = 0; i < puts; i++) {
      for (int target = half; target < world.size(); target++) {
        boolean isFirst = target == half;
        int length = isLong && isFirst ? data.length : DOUBLES;
        for (int times = isFirst && !isLong ? MANY : 1; times > 0; times--) {
          if (load.equals("long sums")) {
            window.accumulate(data, 0, length, target, 0, Op.SUM);
          } else {
            window.put(data, 0, length, target, 0);
          }
        }
        if (load.equals("many, and sums")) {
          window.accumulate(one, target, MANY * DOUBLES + i % DOUBLES, Op.SUM);
        }
      }
    }
    window.unlockAll();
  }
  world.barrier();
  return world.allReduce((System.nanoTime() - start) / 1e6, Op.MAX);
}
