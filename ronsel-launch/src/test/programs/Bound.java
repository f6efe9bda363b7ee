import java.nio.file.Files;
import java.nio.file.Path;
import org.ronsel.Ronsel;

// Prints the processors of the rank's thread, of a thread that it starts, and of the JVM.
void main() throws Exception {
  String[] started = new String[1];
  Thread thread = new Thread(() -> started[0] = allowed("thread-self"));
  thread.start();
  thread.join();
  IO.println(
      Ronsel.world().rank()
          + " "
          + allowed("thread-self")
          + " "
          + started[0]
          + " "
          + allowed("self"));
}

static String allowed(String task) {
  try {
    return Files.readString(Path.of("/proc", task, "status"))
        .lines()
        .filter(line -> line.startsWith("Cpus_allowed_list:"))
        .findFirst()
        .orElseThrow()
        .split("\\s+")[1];
  } catch (java.io.IOException e) {
    throw new java.io.UncheckedIOException(e);
  }
}
