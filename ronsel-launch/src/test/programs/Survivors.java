import org.ronsel.Comm;
import org.ronsel.Op;
import org.ronsel.ProcessFailedException;
import org.ronsel.Ronsel;

/** The last rank is killed before a collective call; the others learn of it there, and go on. */
void main(String[] args) throws Exception {
  Comm world = Ronsel.world();
  int rank = world.rank();
  if (rank == world.size() - 1) {
    ProcessHandle self = ProcessHandle.current();
    new ProcessBuilder("kill", "-9", Long.toString(self.pid())).start().waitFor();
  }
  try {
    if (args[0].equals("barrier")) {
      world.barrier();
    } else {
      world.iBarrier().await();
    }
    throw new IllegalStateException("a rank was missing");
  } catch (ProcessFailedException expected) {
    try (Comm left = world.shrink()) {
      if (left.allReduce(1, Op.SUM) == left.size()) {
        System.out.println("rank " + left.rank() + " of " + left.size() + " has gone on");
      }
    }
  }
}
