import org.ronsel.Comm;
import org.ronsel.Op;
import org.ronsel.Ronsel;

/** Prints the bits of sums that depend on the order in which they are made. */
public class ReproducibleSums {
  public static void main(String[] args) {
    Comm world = Ronsel.world();
    int rank = world.rank();
    for (int length : new int[] {1, 9, 30_000}) {
      double[] terms = new double[length];
      for (int i = 0; i < length; i++) {
        terms[i] = Math.sin(rank * 131.0 + i) * Math.pow(10, (rank * 3 + i) % 12);
      }
      double[] reduced = new double[length];
      world.reduce(terms, reduced, Op.SUM, world.size() - 1);
      world.broadcast(reduced, world.size() - 1);
      double[] scanned = new double[length];
      world.scan(terms, scanned, Op.SUM);
      world.allReduce(terms, Op.SUM);
      if (rank == world.size() - 1) {
        System.out.println(length + ": " + hash(terms) + " " + hash(reduced) + " " + hash(scanned));
      }
    }
  }

  private static long hash(double[] values) {
    long hash = 7;
    for (double value : values) {
      hash = hash * 31 + Double.doubleToRawLongBits(value);
    }
    return hash;
  }
}
