import java.nio.file.Files;
import java.nio.file.Path;
import org.ronsel.Op;
import org.ronsel.Ronsel;

// Every rank says on which host it is and in which process, and what all have computed together;
// then it waits, if the argument says so, for a message that never comes.
void main(String[] args) throws Exception {
  var world = Ronsel.world();
  int sum = world.allReduce(world.rank() + 1, Op.SUM);
  String host = Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
  IO.println("rank " + world.rank() + " on " + host + ", sum " + sum);
  if (args.length > 0) {
    ProcessHandle self = ProcessHandle.current();
    IO.println(
        "ready " + world.rank() + " " + self.pid() + " of " + self.parent().orElseThrow().pid());
    world.receive(new int[1], (world.rank() + 1) % world.size(), 5);
  }
}
