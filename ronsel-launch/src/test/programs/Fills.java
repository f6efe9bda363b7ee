import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.ronsel.Comm;
import org.ronsel.Ronsel;

// Fills the heap in the way that the first argument names, and holds what it has.
static Object[] chain;

// Where ranks that share a JVM, though not their statics, say that they begin to wait.
static final Map<Object, Object> waiting = System.getProperties();

void main(String[] args) {
  Comm world = Ronsel.world();
  int rank = world.rank();
  switch (args[0]) {
    case "chain" -> {
      if (rank == 1) {
        fill();
      }
      world.barrier();
    }
    case "thread" -> {
      if (rank == 1) {
        // Of a virtual thread it would be a daemon, which nobody waits for.
        Thread.ofPlatform().daemon(false).name("filler").start(this::fill);
      }
      world.barrier();
    }
    // Messages that nobody takes, and the requests of their sends.
    case "traffic" -> {
      while (rank == 0) {
        world.iSend(new byte[1000], 1, 1);
      }
      world.receive(new int[1], 0, 0);
    }
    case "objects" -> {
      List<Object> hoard = new ArrayList<>();
      while (rank == 0) {
        world.sendObject("x".repeat(10_000), 1, 0);
      }
      while (true) {
        hoard.add(world.receiveObject(0, 0));
      }
    }
    // Catches every error, and waits: no rank is out of memory any more, all others are.
    case "held" -> {
      if (rank == 1) {
        fillAndCatch();
      }
      world.receive(new int[1], (rank + 1) % world.size(), 0);
    }
    // Catches every error, and goes on for ever.
    case "caught" -> {
      while (rank == 1) {
        fillAndCatch();
      }
      world.barrier();
    }
    // What Java allows: who catches the error in time, and lets go of what it has, goes on. Others
    // that share the heap may meanwhile do what needs no memory: wait, also for long.
    case "released" -> {
      world.barrier();
      waiting.put(Thread.currentThread(), rank);
      if (rank == 1) {
        awaitParked();
        long begin = System.nanoTime();
        do {
          fillAndCatch();
        } while (System.nanoTime() - begin < 1_000_000_000L);
        chain = null;
        System.gc(); // or the next allocation may fail, with a collection that began before
      }
      world.barrier();
      IO.println("rank " + rank + " goes on");
    }
    // What Java allows, too.
    case "large" -> {
      try {
        IO.println(new byte[Integer.MAX_VALUE].length);
      } catch (OutOfMemoryError tooLarge) {
        IO.println("rank " + rank + " goes on");
      }
      world.barrier();
    }
    default -> throw new IllegalArgumentException(args[0]);
  }
}

// The other ranks of this JVM are parked: their first waits have needed memory.
void awaitParked() {
  for (Thread each : Thread.getAllStackTraces().keySet()) {
    if (each.getName().startsWith("rank-") && each != Thread.currentThread()) {
      while (!waiting.containsKey(each) || each.getState() != Thread.State.TIMED_WAITING) {
        Thread.onSpinWait();
      }
    }
  }
}

void fill() {
  while (true) {
    Object[] next = new Object[16];
    next[0] = chain;
    chain = next;
  }
}

void fillAndCatch() {
  try {
    fill();
  } catch (OutOfMemoryError full) {
    // The chain is still there.
  }
}
