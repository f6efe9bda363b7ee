import org.ronsel.Datatype;
import org.ronsel.LockType;
import org.ronsel.Ronsel;
import org.ronsel.Window;

/** Ranks that wait in calls of a window for what others never do. */
void main(String[] args) throws Exception {
  var world = Ronsel.world();
  int rank = world.rank();
  Window window = Window.allocate(world, Datatype.INT, 1);
  window.name("shelf");
  switch (args[0]) {
    case "start" -> {
      if (rank == 1) {
        window.start(world.group().include(0));
      }
    }
    case "await" -> {
      if (rank == 1) {
        window.post(world.group().include(0));
        window.await();
      }
    }
    case "fence" -> {
      if (rank == 1) {
        window.fence();
      }
    }
    case "locks" -> {
      int next = (rank + 1) % world.size();
      window.lock(LockType.EXCLUSIVE, next);
      world.barrier();
      window.lock(LockType.EXCLUSIVE, rank);
    }
    case "start-ended" -> {
      if (rank == 1) {
        window.start(world.group().include(0));
      }
      return;
    }
    case "ended" -> {
      if (rank == 1) {
        window.lock(LockType.EXCLUSIVE, 0);
      }
      world.barrier();
      if (rank == 0) {
        window.lock(LockType.SHARED, 0);
      }
      return;
    }
    case "shared-ended" -> {
      if (rank == 1) {
        window.lock(LockType.SHARED, 0);
      }
      world.barrier();
      if (rank == 0) {
        window.lock(LockType.EXCLUSIVE, 0);
        System.out.println("locked");
        window.unlock(0);
      }
      return;
    }
    default -> throw new IllegalArgumentException(args[0]);
  }
  world.receive(new int[1], (rank + 1) % world.size(), 5);
}
