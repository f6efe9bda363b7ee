import org.ronsel.*;

// Rank 0 adds to the memory of rank 1 whenever it is told to by a line of input.
void main() {
  var world = Ronsel.world();
  try (var window = Window.allocate(world, Datatype.LONG, 1)) {
    world.barrier();
    if (world.rank() == 1) {
      IO.println("process " + ProcessHandle.current().pid() + ".");
    } else {
      IO.println("asynchronous " + window.progressIsAsynchronous(1));
      window.lockAll();
      while (IO.readln() != null) {
        for (boolean done = false; !done; ) {
          try {
            window.accumulate(new long[] {1}, 1, 0, Op.SUM);
            window.flush(1);
            done = true;
          } catch (ProcessFailedException e) {
            IO.println(e.getMessage()); // it was sent to a ghost that is no more
          }
        }
        IO.println("added " + window.fetchAndOp(0L, 1, 0, Op.NO_OP));
      }
      window.unlockAll();
    }
    world.barrier();
    if (world.rank() == 1) {
      IO.println("in all " + window.memory().get(java.lang.foreign.ValueLayout.JAVA_LONG, 0));
    }
  }
}
