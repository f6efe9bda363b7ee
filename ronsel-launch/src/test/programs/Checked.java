import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.ronsel.Comm;
import org.ronsel.Datatype;
import org.ronsel.InterComm;
import org.ronsel.Op;
import org.ronsel.PartitionedReceive;
import org.ronsel.PartitionedSend;
import org.ronsel.PersistentRequest;
import org.ronsel.Request;
import org.ronsel.RevokedException;
import org.ronsel.Ronsel;
import org.ronsel.RonselException;
import org.ronsel.SendMode;
import org.ronsel.Status;
import org.ronsel.TruncationException;
import org.ronsel.UntypedComm;

/**
 * Two ranks, of which one does what the standard calls erroneous. Of several such things, each on a
 * communicator of its own, it prints what it has been told.
 */
void main(String[] args) throws Exception {
  Comm world = Ronsel.world();
  for (String what : args) {
    if (args.length == 1) {
      one(world, what);
      continue;
    }
    String told = "nothing";
    try {
      one(world.dup(), what);
    } catch (RonselException error) {
      told = error.getMessage().replace("\n", " / ");
    }
    System.out.println(what + "|" + world.rank() + "|" + told);
  }
  System.out.println("rank " + world.rank() + " has ended");
}

void one(Comm world, String what) throws Exception {
  int rank = world.rank();
  int peer = 1 - rank;
  double[] buffer = new double[1000];
  switch (what) {
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
    case "exchange-buffer" -> {
      if (rank == 0) {
        double[] in = new double[10];
        Request request = world.iSendReceive(buffer, 1, 5, in, 1, 5);
        buffer[3] = 7;
        request.await();
      } else {
        world.sendReceive(new double[10], 0, 5, new double[buffer.length], 0, 5);
      }
    }
    case "exchange-overlap" -> {
      if (rank == 0) {
        Request request = world.iSendReceive(new double[10], 1, 5, buffer, 1, 5);
        try {
          world.iSend(buffer, 5, 1, 1, 6);
        } finally {
          request.await();
        }
      } else {
        world.sendReceive(new double[10], 0, 5, new double[10], 0, 5);
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
    case "blocks-buffer" -> {
      int[] counts = rank == 0 ? new int[] {1, 9} : new int[] {9, 9}; // both ways
      int[] at = {0, 1};
      Request request = world.iAllToAllv(buffer, 0, counts, at, new double[18], 0, counts, null);
      if (rank == 0) {
        buffer[9] = 7;
      }
      request.await();
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
    case "type" -> {
      Datatype<?> twice = Datatype.hindexed(new long[] {2, 2}, new long[] {0, 8}, Datatype.DOUBLE);
      Datatype<?> far = twice.resized(0, 400);
      world.untyped().iReceive(buffer, far, 0, 2, peer, 5);
    }
    case "failed" -> {
      if (rank == 0) {
        for (int length : new int[] {10, 5}) {
          world.send(buffer, 0, length, 1, 5);
          world.send(buffer, 0, length, 1, 6);
        }
      } else {
        Request once = world.iReceive(buffer, 0, 5, 0, 5);
        PersistentRequest again = world.persistentReceive(buffer, 5, 5, 0, 6);
        again.start();
        isTooShort(once);
        isTooShort(again);
        again.start();
        Request.awaitAll(again, world.iReceive(buffer, 0, 5, 0, 5));
      }
    }
    case "refused" -> {
      try (Comm gone = world.dup()) {
        gone.revoke();
        for (Runnable start :
            new Runnable[] {
              () -> gone.iReceive(buffer, 0, 10, peer, 5),
              () -> gone.sendReady(buffer, 0, 10, peer, 5)
            }) {
          try {
            start.run();
            throw new IllegalStateException("started");
          } catch (RevokedException expected) {
            buffer[3]++; // the call has no part in it any more
          }
        }
      }
      if (rank == 0) {
        world.receive(new double[10], 0, 10, 1, 6); // behind the message of the barrier
        world.iBarrier().await();
      } else {
        Request barrier = world.iBarrier();
        world.send(buffer, 0, 10, 0, 6);
        barrier.await();
      }
    }
    case "nonblocking" -> {
      Request request = rank == 0 ? world.iBarrier() : world.iBroadcast(buffer, 0);
      request.await();
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
        world.persistentSend(new double[10], 1, 6).start();
        world.iSendReceive(new double[1], Ronsel.PROC_NULL, 0, new double[2], 1, 99);
        PartitionedSend parts = world.partitionedSend(new double[20], 2, 10, 1, 7);
        parts.start();
        parts.readyRange(0, 1);
      } else {
        world.receive(buffer, 0, 5);
        world.receive(buffer, 0, 6);
        world.persistentReceive(new double[4], 0, 9).start();
        world.partitionedReceive(new double[4], 2, 2, 0, 9).start();
      }
      world.barrier();
    }
    default -> throw new IllegalArgumentException(what);
  }
}

void isTooShort(Request receive) {
  try {
    receive.await();
  } catch (TruncationException expected) {
    return;
  }
  throw new IllegalStateException("the message fits");
}

Datatype<?> pair(Datatype<?> first, Datatype<?> second) {
  long at = first.sizeBytes();
  return Datatype.struct(new int[] {1, 1}, new long[] {0, at}, first, second);
}

/** Uses what is checked, as it may be used. */
void correct(Comm world, int peer) {
  double[] out = new double[5000];
  double[] in = new double[5000];
  for (int i = 0; i < 5; i++) {
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
    world.iSendReceive(out, peer, 3, in, peer, 3).await();
    out[i]++;
    world.iSendReceiveReplace(out, peer, 3, peer, 3).await();
    out[i]++;
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
        Comm part = world.split(0, world.rank());
        Comm some = world.createGroup(world.group(), i)) {
      part.barrier();
      dup.barrier();
      some.barrier();
      alike(dup);
      acrossGroups(dup);
    }
  }
  repeated(world, peer);
  Ronsel.attachBuffer(1000);
  world.sendBuffered(out, 0, 5, peer, 1);
  world.receive(in, 0, 5, peer, 1);
  Ronsel.detachBuffer();
}

/** Calls that are the same although the arguments of the ranks are not. */
void alike(Comm comm) {
  int rank = comm.rank();
  UntypedComm any = comm.untyped();
  int[] out = new int[12];
  int[] in = new int[12];
  // As many values of the same types, in other elements.
  Datatype<?> twoInts = Datatype.contiguous(2, Datatype.INT);
  any.broadcast(out, rank == 0 ? twoInts : Datatype.INT, 0, rank == 0 ? 3 : 6, 0);
  Datatype<?> pair = pair(Datatype.INT, Datatype.DOUBLE);
  Datatype<?> twoPairs = Datatype.contiguous(2, pair);
  any.broadcast(new byte[96], rank == 0 ? pair : twoPairs, 0, rank == 0 ? 4 : 2, 0);
  // The root's block takes no part, or has another length than those of the others.
  Object own = rank == 0 ? UntypedComm.IN_PLACE : out;
  any.gather(own, Datatype.INT, 0, rank == 0 ? 0 : 3, in, Datatype.INT, 0, 3, 0);
  Object to = rank == 0 ? UntypedComm.IN_PLACE : in;
  any.scatter(out, Datatype.INT, 0, 3, to, Datatype.INT, 0, rank == 0 ? 0 : 3, 0);
  int[] counts = {1, 5};
  int[] places = {0, 1};
  any.gatherv(out, Datatype.INT, 0, counts[rank], in, Datatype.INT, 0, counts, places, 0);
  any.scatterv(in, Datatype.INT, 0, counts, places, out, Datatype.INT, 0, counts[rank], 0);
  any.allGatherv(out, Datatype.INT, 0, counts[rank], in, Datatype.INT, 0, counts, places);
  comm.gatherObjects("from " + rank, 1);
  comm.broadcastObject("of 0", 0);
}

/** Two groups of a rank each. */
void acrossGroups(Comm comm) {
  try (Comm own = comm.split(comm.rank(), 0);
      InterComm inter = own.createInter(0, comm, 1 - comm.rank(), 4);
      Comm merged = inter.merge(comm.rank() == 1);
      Comm dup = inter.dup()) {
    inter.barrier();
    merged.barrier();
    dup.barrier();
  }
}

/** Requests that are started several times. */
void repeated(Comm world, int peer) {
  int[] in = new int[20];
  int[] out = new int[20];
  PersistentRequest receive = world.persistentReceive(new int[10], peer, 1);
  PersistentRequest send = world.persistentSend(new int[10], peer, 1);
  PartitionedReceive parts = world.partitionedReceive(in, 2, 10, peer, 2);
  PartitionedSend ready = world.partitionedSend(out, 4, 5, peer, 2);
  PersistentRequest barrier = world.persistentBarrier();
  PersistentRequest sum = world.persistentAllReduce(new int[1], 0, new int[1], 0, 1, Op.SUM);
  for (int i = 0; i < 3; i++) {
    PersistentRequest.startAll(peer == 0 ? barrier : sum, peer == 0 ? sum : barrier);
    Request.awaitAll(barrier, sum);
    PersistentRequest.startAll(receive, send, parts, ready);
    out[5] = i; // not ready yet
    ready.readyRange(0, 3);
    Request.awaitAll(receive, send, parts, ready);
    if (in[5] != i) {
      throw new IllegalStateException("wrong data");
    }
  }
}
