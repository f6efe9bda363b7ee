import org.ronsel.Comm;
import org.ronsel.Op;
import org.ronsel.Request;
import org.ronsel.Ronsel;
import org.ronsel.SplitType;

// Makes the calls of most programs, messages and collective operations. One of its JVMs is
// recorded, so that those of later jobs have all classes that it has loaded from their start on.

static final int[] LENGTHS = {1, 100, 2_000, 20_000};
static final long LASTS_NS = 1_500_000_000L; // beyond the first heartbeats

void main() {
  Comm world = Ronsel.world().split(0, 0); // without the program beside this one
  Comm jvm = world.splitType(SplitType.JVM, 0);
  Comm pair = world.split(world.rank() % 2, world.rank()); // one rank of each JVM
  long start = System.nanoTime();
  boolean[] goesOn = {true};
  while (goesOn[0]) {
    for (Comm comm : new Comm[] {world, jvm, pair}) {
      for (int length : LENGTHS) {
        for (int i = 2_000 / (length + 20); i >= 0; i--) {
          messages(comm, new double[length], new double[length]);
          collectives(comm, length);
        }
      }
    }
    goesOn[0] = System.nanoTime() - start < LASTS_NS;
    world.broadcast(goesOn, 0);
  }
}

void messages(Comm comm, double[] mine, double[] other) {
  int next = (comm.rank() + 1) % comm.size();
  int before = (comm.rank() + comm.size() - 1) % comm.size();
  Request sent = comm.iSend(mine, next, 1);
  comm.receive(other, before, 1);
  sent.await();
  Request received = comm.iReceive(other, before, 2);
  comm.send(mine, next, 2);
  received.await();
  int[] one = {comm.rank()};
  if (comm.rank() % 2 == 0) {
    comm.send(one, comm.rank() ^ 1, 3);
    comm.receive(one, comm.rank() ^ 1, 3);
  } else {
    comm.receive(one, comm.rank() ^ 1, 3);
    comm.send(one, comm.rank() ^ 1, 3);
  }
}

void collectives(Comm comm, int length) {
  int ranks = comm.size();
  double[] mine = new double[length];
  double[] result = new double[length];
  double[] all = new double[length * ranks];
  double[] others = new double[length * ranks];
  comm.barrier();
  comm.broadcast(mine, ranks - 1);
  comm.reduce(mine, result, Op.SUM, 0);
  comm.allReduce(mine, result, Op.SUM);
  comm.allReduce(1L, Op.MAX);
  comm.gather(mine, all, 0);
  comm.allGather(mine, all);
  comm.scatter(all, result, 0);
  comm.allToAll(all, others);
  comm.scan(mine, result, Op.MIN);
  Request[] started = {
    comm.iBarrier(),
    comm.iBroadcast(mine, 0),
    comm.iAllReduce(result, Op.MAX),
    comm.iAllGather(result, all)
  };
  Request.awaitAll(started);
}
