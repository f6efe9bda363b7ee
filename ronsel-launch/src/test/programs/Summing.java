import org.ronsel.Comm;
import org.ronsel.Op;
import org.ronsel.Ronsel;

/** Sums of 1 and of 1000 numbers, a started one, and a gather of blocks that differ in length. */
void main() {
  Comm world = Ronsel.world();
  double[] data = new double[1000];
  for (int i = 0; i < 3; i++) {
    world.allReduce(data, Op.SUM);
  }
  world.allReduce(1.0, Op.SUM);
  world.iAllReduce(data, 0, data, 0, 1000, Op.SUM).await();
  world.barrier();
}
