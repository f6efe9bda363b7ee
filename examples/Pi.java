/*
 * Pi is the area under 4 / (1 + x * x) between 0 and 1. The interval is cut into many thin strips;
 * every rank adds up its share of them, and one allReduce adds up the ranks.
 *
 *   ./ronsel run -n 4 examples/Pi.java [STRIPS]
 */

import org.ronsel.Comm;
import org.ronsel.Op;
import org.ronsel.Ronsel;

void main(String[] args) {
  Comm world = Ronsel.world();
  long strips = 100_000_000;
  try {
    if (args.length > 0) {
      strips = Long.parseLong(args[0]);
    }
  } catch (NumberFormatException notANumber) {
    strips = 0;
  }
  if (strips < 1 || args.length > 1) {
    if (world.rank() == 0) {
      System.err.println("usage: Pi [STRIPS], a whole number of at least 1");
      System.exit(2);
    }
    return;
  }

  long start = System.nanoTime();
  double width = 1.0 / strips;
  double area = 0;
  for (long i = world.rank(); i < strips; i += world.size()) {
    double x = (i + 0.5) * width;
    area += 4 / (1 + x * x) * width;
  }
  double pi = world.allReduce(area, Op.SUM); // the same on every rank
  double seconds = (System.nanoTime() - start) / 1e9;

  if (world.rank() == 0) {
    IO.println("pi    " + pi);
    IO.println(String.format(Locale.ROOT, "error %.1e", Math.abs(pi - Math.PI)));
    IO.println(
        String.format(
            Locale.ROOT, "%d strips on %d ranks in %.3f seconds", strips, world.size(), seconds));
  }
}
