import java.util.Arrays;
import org.ronsel.CartComm;
import org.ronsel.Comm;
import org.ronsel.InterComm;
import org.ronsel.Op;
import org.ronsel.PersistentRequest;
import org.ronsel.Ronsel;

// One rank is killed in the middle of collective operations of the kind that is named; with a
// second argument all go on until the job is ended.
void main(String... args) throws Exception {
  Comm world = Ronsel.world();
  int me = world.rank();
  int n = world.size();
  double[] data = new double[3000];
  double[] all = new double[3000 * n];
  double[] more = new double[3000 * n];
  int[] counts = new int[n];
  Arrays.fill(counts, 3000);
  CartComm ring = world.createCart(new int[] {n}, new boolean[] {true}, false);
  Comm side = world.split(me % 2, me);
  InterComm inter = side.createInter(0, world, 1 - me % 2, 3);
  Comm jvm = world.split(me / 2, me);
  PersistentRequest gathering = world.persistentAllGather(data, 0, 3000, all, 0);
  Runnable call =
      switch (args[0]) {
        case "barrier" -> world::barrier;
        case "broadcast" -> () -> world.broadcast(data, 0);
        case "gather" -> () -> world.gather(data, all, 0);
        case "scatterv" -> () -> world.scatterv(all, 0, counts, null, data, 0, 3000, 0);
        case "allReduce" -> () -> world.allReduce(data, Op.SUM);
        case "allToAll" -> () -> world.allToAll(all, more);
        case "started" -> () -> world.iAllGather(data, all).await();
        case "persistent" ->
            () -> {
              gathering.start();
              gathering.await();
            };
        case "messages" -> () -> world.allReduce(all, Op.ofDouble(Double::sum, true));
        case "jvm-barrier" -> jvm::barrier;
        case "neighbours" -> () -> ring.neighborAllGather(data, new double[6000]);
        default -> () -> inter.allReduce(data, new double[3000], Op.SUM);
      };
  for (int i = 0; ; i++) {
    call.run();
    if (i == 20 && args.length > 1) {
      System.out.println("ready " + me);
    }
    if (i == 20 && me == 2 && args.length == 1) {
      new ProcessBuilder("kill", "-9", Long.toString(ProcessHandle.current().pid())).start();
    }
  }
}
