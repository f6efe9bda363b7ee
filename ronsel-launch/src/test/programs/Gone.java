import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.ronsel.Comm;
import org.ronsel.Ronsel;

// Rank 2 is killed; rank 1, which has not met it, turns to it while it ends, which takes some time:
// it has touched much memory. What rank 1 does with the error is the argument.
void main(String[] args) throws Exception {
  Comm world = Ronsel.world();
  long[] process = {ProcessHandle.current().pid()};
  if (world.rank() == 2) {
    Arena.global().allocate(600L << 20, 64).fill((byte) 1);
    world.send(process, 0, 1);
    world.receive(process, 0, 2);
    return;
  }
  if (world.rank() == 0) {
    world.receive(process, 2, 1);
    world.send(process, 1, 1);
    new ProcessBuilder("kill", "-9", Long.toString(process[0])).start().waitFor();
    world.receive(process, 1, 3);
    return;
  }
  world.receive(process, 0, 1);
  while (isOpen(Path.of("/proc/" + process[0] + "/fd"))) {
    Thread.onSpinWait();
  }
  try {
    world.send(process, 2, 2);
  } catch (RuntimeException gone) {
    switch (args[0]) {
      case "throws" -> throw gone;
      case "hides" -> throw new IllegalStateException("no causes");
      default -> System.exit(5);
    }
  }
}

boolean isOpen(Path files) {
  try (Stream<Path> open = Files.list(files)) {
    return open.findAny().isPresent();
  } catch (Exception ended) {
    return false;
  }
}
