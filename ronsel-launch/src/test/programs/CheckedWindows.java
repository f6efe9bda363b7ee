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
    default -> throw new IllegalArgumentException(what);
  }
}
