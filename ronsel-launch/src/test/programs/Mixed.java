import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.SplittableRandom;
import org.ronsel.Comm;
import org.ronsel.Message;
import org.ronsel.Op;
import org.ronsel.ProcessFailedException;
import org.ronsel.Request;
import org.ronsel.RevokedException;
import org.ronsel.Ronsel;
import org.ronsel.Status;

/**
 * Traffic of all kinds, which follows from a seed that all ranks know: {@code SEED STEPS}. One rank
 * says which step it begins and when it has ended: {@code SEED STEPS RANK STEP}. With one more word
 * the ranks that are left go on when others have failed, and each says at the end how many of them
 * have gone how far.
 */
void main(String... args) throws Exception {
  long seed = Long.parseLong(args[0]);
  int steps = Integer.parseInt(args[1]);
  Comm world = Ronsel.world();
  boolean tells = args.length > 2 && Integer.parseInt(args[2]) == world.rank();
  survives = args.length > 4;
  MemorySegment lent = Ronsel.allocate(LARGE);
  MemorySegment own = Arena.global().allocate(LARGE);
  Comm comm = world;
  int step = 0;
  boolean failed = false;
  while (step < steps || failed) {
    try {
      if (failed) {
        step = restart(comm, step);
        failed = false;
        continue;
      }
      if (tells && step == Integer.parseInt(args[3])) {
        System.out.println("step " + step);
      }
      SplittableRandom common = new SplittableRandom(seed * 1_000_003 + step);
      step(comm, common, common.nextInt(3) == 0 ? own : lent);
      step++;
      if (step == steps) {
        // Nobody leaves before all can.
        comm.barrier();
      }
    } catch (ProcessFailedException | RevokedException failure) {
      if (!survives) {
        throw failure;
      }
      comm.revoke();
      comm.agree(0);
      comm = comm.shrink();
      failed = true;
    } catch (OthersHaveFailed failure) {
      comm = comm.shrink();
      failed = true;
    }
  }
  if (tells) {
    System.out.println("done");
  }
  if (survives) {
    System.out.println("rank " + world.rank() + " has gone " + step + " steps");
  }
}

static boolean survives;

/** Another rank has failed in this step or one before. */
static final class OthersHaveFailed extends RuntimeException {}

/** Returns when all ranks that are left have got here; throws if one of them has failed before. */
void together(Comm comm) {
  if (survives && comm.agree(1) == 0) {
    throw new OthersHaveFailed();
  }
}

/** The step from which all go on: the first that one of them has not ended; checks a sum. */
int restart(Comm comm, int step) {
  int first = comm.allReduce(step, Op.MIN);
  int sum = comm.allReduce(comm.rank(), Op.SUM);
  if (sum != comm.size() * (comm.size() - 1) / 2) {
    throw new AssertionError("a sum of " + sum + " over " + comm.size() + " ranks");
  }
  return first;
}

static final int LARGE = 2 << 20;

void step(Comm world, SplittableRandom common, MemorySegment memory) throws Exception {
  int length = length(common);
  int root = common.nextInt(world.size());
  switch (common.nextInt(12)) {
    case 0 -> around(world, length);
    case 1 -> inAllModes(world, length);
    case 2 -> toWhoeverSends(world, length, root);
    case 3 -> objects(world, length, root);
    case 4 -> reductions(world, length, root);
    case 5 -> movements(world, length, root);
    case 6 -> underWay(world, length, root);
    case 7 -> prepared(world, length);
    case 8 -> inGroups(world, length);
    case 9 -> probed(world, length);
    case 10 -> ofMemory(world, memory, root);
    default -> world.barrier();
  }
}

/** From nothing to messages that go in fragments. */
int length(SplittableRandom common) {
  return switch (common.nextInt(4)) {
    case 0 -> common.nextInt(4);
    case 1 -> common.nextInt(200);
    case 2 -> common.nextInt(20_000);
    default -> common.nextInt(100_000);
  };
}

void around(Comm world, int length) {
  double[] in = new double[length];
  for (int i = 0; i < 10; i++) {
    world.sendReceive(new double[length], right(world), 1, in, left(world), 1);
  }
}

void inAllModes(Comm world, int length) {
  int[] data = new int[length];
  Request[] receives = new Request[3];
  for (int i = 0; i < receives.length; i++) {
    receives[i] = world.iReceive(new int[length], left(world), 2);
  }
  world.barrier();
  world.sendSynchronous(data, right(world), 2);
  world.sendReady(data, right(world), 2);
  Request.awaitAll(world.iSend(data, right(world), 2));
  Request.awaitAll(receives);
}

void toWhoeverSends(Comm world, int length, int root) {
  if (world.rank() == root) {
    for (int i = 0; i < 3 * (world.size() - 1); i++) {
      world.receive(new long[length], Ronsel.ANY_SOURCE, Ronsel.ANY_TAG);
    }
  } else {
    for (int i = 0; i < 3; i++) {
      world.send(new long[length], root, i);
    }
  }
  world.barrier(); // a wildcard of the next step would take what was sent in this one
}

void objects(Comm world, int length, int root) {
  List<String> mine = List.of("rank " + world.rank(), "x".repeat(length));
  Request sent = world.iSendObject(mine, right(world), 3);
  world.<List<String>>receiveObject(left(world), 3);
  sent.await();
  world.broadcastObject(mine, root);
  world.gatherObjects(mine, root);
  world.allGatherObjects(world.rank());
}

void reductions(Comm world, int length, int root) {
  double[] data = new double[length];
  for (int i = 0; i < 5; i++) {
    world.allReduce(data, Op.SUM);
    world.reduce(data, new double[length], Op.MAX, root);
    world.allReduce(1.0, Op.SUM);
  }
  world.allReduce(data, Op.ofDouble(Double::sum, true));
}

void movements(Comm world, int length, int root) {
  int block = length / world.size();
  float[] mine = new float[block];
  float[] all = new float[block * world.size()];
  world.broadcast(all, root);
  world.gather(mine, all, root);
  world.scatter(all, mine, root);
  world.allGather(mine, all);
  world.allToAll(all, new float[all.length]);
}

void underWay(Comm world, int length, int root) {
  short[] out = new short[length];
  Request.awaitAll(
      world.iReceive(new short[length], left(world), 4),
      world.iBroadcast(new byte[length], root),
      world.iSend(out, right(world), 4),
      world.iAllReduce(new int[length / 10], Op.SUM),
      world.iBarrier());
}

void prepared(Comm world, int length) {
  var send = world.persistentSend(new char[length], right(world), 5);
  var receive = world.persistentReceive(new char[length], left(world), 5);
  for (int i = 0; i < 5; i++) {
    receive.start();
    send.start();
    send.await();
    receive.await();
  }
}

/** A communicator may have been made on some ranks when it fails on others, who do not know it. */
void inGroups(Comm world, int length) {
  together(world);
  try (Comm half = world.split(world.rank() % 2, world.rank())) {
    together(world);
    try {
      half.allReduce(new long[length / 4], Op.SUM);
      around(half, length / 4);
    } catch (ProcessFailedException | RevokedException failure) {
      half.revoke(); // or those would wait for ever whose neighbours in it have given up
      throw failure;
    }
  }
}

void probed(Comm world, int length) {
  Request sent = world.iSend(new byte[length], right(world), 6);
  Message message = world.mProbe(left(world), 6);
  message.receive(new byte[length]);
  sent.await();
}

void ofMemory(Comm world, MemorySegment memory, int root) {
  memory.set(ValueLayout.JAVA_INT, 0, root);
  if (world.rank() == root) {
    Request[] sends = new Request[world.size()];
    for (int other = 0; other < sends.length; other++) {
      sends[other] = world.iSend(memory, other == root ? Ronsel.PROC_NULL : other, 7);
    }
    Request.awaitAll(sends);
  } else {
    try (Arena arena = Arena.ofShared()) {
      Status status = world.receive(arena.allocate(memory.byteSize()), root, 7);
      if (status.bytes() != memory.byteSize()) {
        throw new AssertionError("bytes: " + status.bytes());
      }
    }
  }
}

int right(Comm comm) {
  return (comm.rank() + 1) % comm.size();
}

int left(Comm comm) {
  return (comm.rank() + comm.size() - 1) % comm.size();
}
