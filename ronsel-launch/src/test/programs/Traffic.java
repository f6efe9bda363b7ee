import org.ronsel.Comm;
import org.ronsel.Datatype;
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
  gather(world, out, new byte[5000]);
  if (world.rank() == 0 && args.length > 0) {
    throw new IllegalStateException("boom after " + sum);
  }
  if (args.length > 0) {
    world.receive(in, 0, 99);
  }
}

/** Collective calls whose datatype is known at run time. */
void gather(Comm world, byte[] out, byte[] in) {
  var any = world.untyped();
  Datatype<?> type = Datatype.BYTE;
  int size = world.size();
  int[] counts = new int[size];
  int[] places = new int[size];
  for (int i = 0; i < size; i++) {
    counts[i] = 10 * (i + 1);
    places[i] = 100 * i;
  }
  int own = counts[world.rank()];
  any.broadcast(out, type, 0, 100, 0);
  any.allGather(out, type, 0, 100, in, type, 0, 100);
  any.gatherv(out, type, 0, own, in, type, 0, counts, places, 0);
  any.scatterv(out, type, 0, counts, places, in, type, 0, own, 0);
  any.allToAll(out, type, 0, 100, in, type, 0, 100);
  any.allToAllv(out, type, 0, counts, places, in, type, 0, evenly(size, own), places);
  any.started().reduce(new int[10], 0, new int[10], 0, Datatype.INT, 10, Op.SUM, 0).await();
  severalMessages(world, out, in);
}

int[] evenly(int size, int count) {
  int[] counts = new int[size];
  java.util.Arrays.fill(counts, count);
  return counts;
}

/** Calls that send several messages, or wait for several things. */
void severalMessages(Comm world, byte[] out, byte[] in) {
  world.broadcastObject("ten letter", 0);
  world.gatherObjects("ten letter", 0);
  world.allGatherObjects("ten letter");
  try (Comm part = world.split(0, 0)) {
    int right = (part.rank() + 1) % part.size();
    Request send = part.iSend(out, 0, 20, right, 8);
    part.mProbe(Ronsel.ANY_SOURCE, 8).receive(in);
    send.toCompletionStage().toCompletableFuture().join();
  }
}
