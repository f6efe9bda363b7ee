import org.ronsel.Comm;
import org.ronsel.Op;
import org.ronsel.Request;
import org.ronsel.Ronsel;

/** Each rank exchanges ten messages with its neighbours; then rank 0 ends as it is told. */
void main(String[] args) {
  Comm world = Ronsel.world();
  int right = (world.rank() + 1) % world.size();
  int left = (world.rank() + world.size() - 1) % world.size();
  byte[] out = new byte[5000];
  byte[] in = new byte[5000];
  for (int i = 0; i < 10; i++) {
    Request receive = world.iReceive(in, left, i);
    world.send(out, right, i);
    receive.await();
  }
  world.sendReceive(out, 0, 20, right, 7, in, 0, 20, left, 7);
  double sum = world.allReduce(1.0, Op.SUM);
  world.barrier();
  if (world.rank() == 0 && args.length > 0) {
    throw new IllegalStateException("boom after " + sum);
  }
  if (args.length > 0) {
    world.receive(in, 0, 99);
  }
}
