import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.ronsel.Comm;
import org.ronsel.Datatype;
import org.ronsel.Op;
import org.ronsel.Request;
import org.ronsel.Ronsel;
import org.ronsel.SendMode;
import org.ronsel.Status;

/** Two ranks, of which one does what the standard calls erroneous. */
void main(String[] args) throws Exception {
  Comm world = Ronsel.world();
  int rank = world.rank();
  int peer = 1 - rank;
  double[] buffer = new double[1000];
  switch (args[0]) {
    case "nothing" -> correct(world, peer);
    case "signature" -> {
      Datatype<?> sent = pair(Datatype.INT, Datatype.DOUBLE);
      Datatype<?> received = pair(Datatype.DOUBLE, Datatype.INT);
      MemorySegment memory = Arena.ofAuto().allocate(400);
      if (rank == 0) {
        world.untyped().send(SendMode.STANDARD, memory, sent, 0, 20, 1, 5);
      } else {
        world.untyped().receive(memory, received, 0, 20, 0, 5, new Status());
      }
    }
    case "ready" -> {
      if (rank == 0) {
        world.sendReady(buffer, 0, 10, 1, 5);
        world.send(buffer, 0, 1, 1, 6);
      } else {
        world.receive(buffer, 0, 1, 0, 6);
        world.receive(buffer, 0, 10, 0, 5);
      }
    }
    case "send-buffer" -> {
      if (rank == 0) {
        Request request = world.iSend(buffer, 0, 10, 1, 5);
        buffer[3] = 7;
        request.await();
      } else {
        world.receive(buffer, 0, 10, 0, 5);
      }
    }
    case "receive-buffer" -> {
      if (rank == 1) {
        Request request = world.iReceive(buffer, 0, 10, 0, 5);
        buffer[3] = 7;
        world.send(new int[0], 0, 6);
        request.await();
      } else {
        world.receive(new int[0], 1, 6);
        world.send(buffer, 0, 10, 1, 5);
      }
    }
    case "overlap" -> {
      if (rank == 1) {
        Request first = world.iReceive(buffer, 0, 10, 0, 5);
        Request second = world.iReceive(buffer, 9, 10, 0, 6);
        Request.awaitAll(first, second);
      } else {
        world.send(buffer, 0, 10, 1, 5);
        world.send(buffer, 0, 10, 1, 6);
      }
    }
    case "exchange" -> world.sendReceive(buffer, 0, 10, peer, 5, buffer, 5, 10, peer, 5);
    case "type" -> {
      Datatype<?> twice = Datatype.hindexed(new long[] {2, 2}, new long[] {0, 8}, Datatype.DOUBLE);
      Datatype<?> far = twice.resized(0, 400);
      world.untyped().iReceive(buffer, far, 0, 2, peer, 5);
    }
    case "operation" -> {
      if (rank == 0) {
        world.broadcast(buffer, 0);
      } else {
        world.barrier();
      }
    }
    case "root" -> world.broadcast(buffer, rank);
    case "count" -> world.broadcast(buffer, 0, 10 + rank, 0);
    case "element" -> {
      if (rank == 0) {
        world.allReduce(new int[4], Op.SUM);
      } else {
        world.allReduce(new float[4], Op.SUM);
      }
    }
    case "operator" -> world.allReduce(buffer, rank == 0 ? Op.SUM : Op.MAX);
    case "nonblocking" -> {
      Request request = rank == 0 ? world.iBarrier() : world.iBroadcast(buffer, 0);
      request.await();
    }
    case "creation" -> {
      if (rank == 0) {
        world.dup();
      } else {
        world.barrier();
      }
    }
    case "absent" -> {
      if (rank == 0) {
        world.barrier();
      } else {
        world.receive(buffer, 0, 5);
      }
    }
    case "leaks" -> {
      Comm other = world.dup();
      Ronsel.attachBuffer(1000);
      if (rank == 0) {
        world.iSend(buffer, 0, 10, 1, 5);
        other.send(buffer, 0, 3, 1, 8);
      } else {
        world.receive(buffer, 0, 5);
      }
      world.barrier();
    }
    default -> throw new IllegalArgumentException(args[0]);
  }
  System.out.println("rank " + rank + " has ended");
}

Datatype<?> pair(Datatype<?> first, Datatype<?> second) {
  long at = first.sizeBytes();
  return Datatype.struct(new int[] {1, 1}, new long[] {0, at}, first, second);
}

/** Uses what is checked, as it may be used. */
void correct(Comm world, int peer) {
  double[] out = new double[5000];
  double[] in = new double[5000];
  for (int i = 0; i < 20; i++) {
    Request receive = world.iReceive(in, peer, i);
    Request send = world.iSend(out, peer, i);
    Request same = world.iSend(out, 0, 5, peer, 100 + i);
    Request.awaitAll(receive, send);
    world.receive(in, 0, 5, peer, 100 + i);
    same.await();
    world.iSend(out, 0, 5, peer, 200 + i).release();
    world.iReceive(in, 0, 5, peer, 200 + i).toCompletionStage().toCompletableFuture().join();
    world.barrier();
    out[i]++;
    world.sendReceive(out, peer, 3, in, peer, 3);
    world.allReduce(out, Op.SUM);
    Request sum = world.iAllReduce(out, in, Op.SUM);
    Request barrier = world.iBarrier();
    barrier.await();
    sum.await();
    world.sendObject("text " + i, peer, 4);
    world.receiveObject(peer, 4);
    Request ready = world.iReceive(in, 0, 1, peer, 9);
    world.barrier();
    world.sendReady(out, 0, 1, peer, 9);
    ready.await();
    Datatype<?> type = pair(Datatype.INT, Datatype.DOUBLE);
    MemorySegment from = Arena.ofAuto().allocate(400);
    MemorySegment to = Arena.ofAuto().allocate(400);
    from.set(ValueLayout.JAVA_INT_UNALIGNED, 304, i);
    Request structs = world.untyped().iReceive(to, type, 0, 20, peer, 5);
    world.untyped().send(SendMode.STANDARD, from, type, 0, 20, peer, 5);
    structs.await();
    if (to.get(ValueLayout.JAVA_INT_UNALIGNED, 304) != i) {
      throw new IllegalStateException("wrong data");
    }
    try (Comm dup = world.dup();
        Comm part = world.split(0, world.rank())) {
      part.barrier();
      dup.barrier();
    }
  }
  Ronsel.attachBuffer(1000);
  world.sendBuffered(out, 0, 5, peer, 1);
  world.receive(in, 0, 5, peer, 1);
  Ronsel.detachBuffer();
}
