import org.ronsel.Comm;
import org.ronsel.Op;
import org.ronsel.Ronsel;

/** Makes a collective call of 1 MB again and again: {@code broadcast|allReduce|barrier TIMES}. */
void main(String... args) {
  Comm world = Ronsel.world();
  double[] data = new double[1 << 17];
  for (int i = 0; i < Integer.parseInt(args[1]); i++) {
    switch (args[0]) {
      case "broadcast" -> world.broadcast(data, 0);
      case "allReduce" -> world.allReduce(data, Op.SUM);
      default -> world.barrier();
    }
  }
}
