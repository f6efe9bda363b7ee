/*
 * A token travels round and round through all ranks. Each rank adds its own number to it, so that
 * in the end every rank can check that it has visited all of them; the time of a hop is the time of
 * a message.
 *
 *   ./ronsel run -n 4 examples/Ring.java [ROUNDS]
 */

import org.ronsel.Comm;
import org.ronsel.Ronsel;

static final int TOKEN = 1; // the tag

void main(String[] args) {
  Comm world = Ronsel.world();
  int rounds = 1000;
  try {
    if (args.length > 0) {
      rounds = Integer.parseInt(args[0]);
    }
  } catch (NumberFormatException notANumber) {
    rounds = 0;
  }
  if (rounds < 1 || args.length > 1) {
    if (world.rank() == 0) {
      System.err.println("usage: Ring [ROUNDS], a whole number of at least 1");
      System.exit(2);
    }
    return;
  }

  int right = (world.rank() + 1) % world.size();
  int left = (world.rank() - 1 + world.size()) % world.size();
  long[] token = {0};

  world.barrier(); // all ranks are ready when the clock starts
  long start = System.nanoTime();
  for (int round = 0; round < rounds; round++) {
    if (world.rank() == 0) { // sets the token off and takes it back
      world.send(token, right, TOKEN);
      world.receive(token, left, TOKEN);
    } else {
      world.receive(token, left, TOKEN);
      token[0] += world.rank();
      world.send(token, right, TOKEN);
    }
  }
  double seconds = (System.nanoTime() - start) / 1e9;

  if (world.rank() == 0) {
    long hops = (long) rounds * world.size();
    IO.println("%d rounds through %d ranks".formatted(rounds, world.size()));
    IO.println("token %d".formatted(token[0]));
    IO.println(String.format(Locale.ROOT, "%.2f microseconds per hop", seconds / hops * 1e6));
  }
}
