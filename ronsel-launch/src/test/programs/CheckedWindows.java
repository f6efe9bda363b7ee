import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.ronsel.Comm;
import org.ronsel.Datatype;
import org.ronsel.LockType;
import org.ronsel.Op;
import org.ronsel.Request;
import org.ronsel.Ronsel;
import org.ronsel.RonselException;
import org.ronsel.Window;

/** Two ranks with a window for each thing that they do wrong; prints what they have been told. */
void main(String[] args) throws Exception {
  Comm world = Ronsel.world();
  for (String what : args) {
    String told = "nothing";
    Window window = Window.allocate(world, Datatype.INT, 100);
    window.name(what);
    try {
      one(world, window, what);
    } catch (RonselException | IllegalStateException error) {
      told = error.getClass().getSimpleName() + " " + error.getMessage().replace("\n", " / ");
    }
    System.out.println(what + "|" + world.rank() + "|" + told);
    world.barrier();
    window.close();
  }
}

void one(Comm world, Window window, String what) throws Exception {
  int rank = world.rank();
  int peer = 1 - rank;
  switch (what) {
    case "closed" -> {
      MemorySegment memory = window.memory();
      memory.set(ValueLayout.JAVA_INT, 0, 1);
      window.close();
      memory.set(ValueLayout.JAVA_INT, 0, 2);
    }
    case "closed-shared" -> {
      Window shared = Window.allocateShared(world, Datatype.INT, 2);
      MemorySegment memory = shared.sharedQuery(peer);
      memory.get(ValueLayout.JAVA_INT, 0);
      world.barrier();
      shared.close();
      memory.get(ValueLayout.JAVA_INT, 0);
    }
    case "correct" -> correct(window, rank, peer);
    case "request-in-fence" -> {
      window.fence();
      if (rank == 0) {
        window.rPut(new int[4], 0, 4, 1, 1);
      }
    }
    case "request-in-start" -> {
      if (rank == 0) {
        window.start(world.group().include(1), Window.Assertion.NO_CHECK);
        window.rGet(new int[4], 0, 4, 1, 1);
      }
    }
    case "put-put" -> {
      if (rank == 0) {
        window.lockAll();
        window.put(new int[4], 1, 1);
        window.put(new int[4], 1, 4);
      }
    }
    case "put-get" -> {
      if (rank == 0) {
        window.lock(LockType.SHARED, 1);
        window.put(new int[4], 1, 0);
        window.get(new int[1], 1, 3);
      }
    }
    case "get-put" -> {
      if (rank == 0) {
        window.lockAll();
        window.get(new int[4], 1, 0);
        window.put(new int[1], 1, 2);
      }
    }
    case "put-fetch" -> {
      if (rank == 0) {
        window.lockAll();
        window.put(new int[4], 1, 0);
        window.flushLocal(1); // may be under way still
        window.fetchAndOp(1, 1, 3, Op.SUM);
      }
    }
    case "put-swap" -> {
      if (rank == 0) {
        window.lockAll();
        window.put(new int[4], 1, 0);
        window.compareAndSwap(0, 1, 1, 3);
      }
    }
    case "put-swap-buffer" -> {
      if (rank == 0) {
        window.lockAll();
        window.put(new int[4], 1, 0);
        window
            .untyped()
            .compareAndSwap(new int[1], 0, new int[1], 0, new int[1], 0, Datatype.INT, 1, 3);
      }
    }
    case "swap-put" -> {
      if (rank == 0) {
        window.lockAll();
        window.compareAndSwap(0, 1, 1, 3); // is over when it returns
        window.put(new int[4], 1, 0);
      }
    }
    case "strided" -> {
      if (rank == 0) {
        Datatype<?> everyThird = Datatype.vector(3, 1, 3, Datatype.INT);
        window.start(window.group().include(1));
        window.untyped().put(new int[3], Datatype.INT, 0, 3, 1, 0, everyThird, 1);
        window.put(new int[2], 1, 1);
        window.put(new int[1], 1, 6);
      } else {
        window.post(window.group().include(0));
      }
    }
    case "fence-put" -> {
      window.fence();
      window.put(new int[3], 0, 2 * rank);
      window.fence();
    }
    case "fence-get" -> {
      window.fence();
      if (rank == 0) {
        window.get(new int[3], 1, 0);
      } else {
        window.put(new int[1], 1, 2);
      }
      window.fence(Window.Assertion.NO_SUCCEED);
    }
    case "fence-operators" -> {
      window.fence();
      window.accumulate(new int[3], 0, 0, rank == 0 ? Op.SUM : Op.MAX);
      window.fence();
    }
    case "no-put" -> {
      window.fence(Window.Assertion.NO_PUT);
      window.get(new int[1], 0, 0);
      window.accumulate(new int[1], 1, rank, Op.SUM);
      window.fence();
    }
    case "no-precede" -> {
      window.fence();
      if (rank == 0) {
        window.get(new int[1], 1, 2);
      }
      window.fence(Window.Assertion.NO_PRECEDE);
    }
    case "no-succeed" -> {
      window.fence();
      if (rank == 0) {
        window.fence();
      } else {
        window.fence(Window.Assertion.NO_SUCCEED);
      }
    }
    default -> throw new IllegalArgumentException(what);
  }
}

/** Nothing of this is wrong, although all of it is in the same places. */
void correct(Window window, int rank, int peer) {
  Datatype<?> even = Datatype.vector(3, 1, 2, Datatype.INT);
  int[] some = new int[3];
  window.fence(Window.Assertion.NO_PRECEDE);
  window.put(some, peer, 0);
  window.put(some, peer, 3);
  window.fence(Window.Assertion.NO_PUT);
  window.get(some, 0, 0);
  window.get(some, 0, 1);
  window.fence();
  window.accumulate(some, 0, 0, Op.SUM);
  window.accumulate(some, 0, 1, Op.SUM);
  window
      .untyped()
      .getAccumulate(null, null, 0, 0, some, Datatype.INT, 0, 3, 0, 0, Datatype.INT, 3, Op.NO_OP);
  window.fence();
  if (rank == 0) {
    window.untyped().put(some, Datatype.INT, 0, 3, 0, 0, even, 1);
  } else {
    window.untyped().put(some, Datatype.INT, 0, 3, 0, 1, even, 1);
  }
  window.fence(Window.Assertion.NO_SUCCEED);
  window.lockAll();
  window.put(some, peer, 50 + 10 * rank);
  window.flush(peer);
  window.get(some, peer, 50 + 10 * rank);
  window.flushLocal(peer);
  window.put(some, peer, 50 + 10 * rank);
  window.flushAll();
  Request request = window.rGet(some, 0, 3, peer, 50 + 10 * rank);
  request.await();
  window.put(some, peer, 50 + 10 * rank);
  window
      .untyped()
      .getAccumulate(
          some, Datatype.INT, 0, 3, some, Datatype.INT, 0, 3, peer, 90, Datatype.INT, 3, Op.SUM);
  window.flushLocal(peer);
  window.get(some, peer, 90);
  window.flush(peer);
  window.accumulate(some, peer, 90, Op.SUM);
  window.accumulate(some, peer, 90, Op.MAX);
  window.compareAndSwap(0, 1, peer, 90);
  window.unlockAll();
  window.lock(LockType.EXCLUSIVE, peer);
  window.put(some, peer, 50 + 10 * rank);
  window.unlock(peer);
  window.lock(LockType.EXCLUSIVE, peer);
  window.get(some, peer, 50 + 10 * rank);
  window.unlock(peer);
}
