import java.util.concurrent.atomic.AtomicInteger;
import org.ronsel.Ronsel;

// What ranks of one JVM share and what each has for itself.
static final AtomicInteger count = new AtomicInteger();

void main() {
  var world = Ronsel.world();
  int next = (world.rank() + 1) % world.size();
  int before = (world.rank() + world.size() - 1) % world.size();
  count.incrementAndGet();
  System.setProperty("told.by." + world.rank(), "yes");
  // All have been here when the ring has been passed twice.
  int[] token = {0};
  for (int round = 0; round < 2; round++) {
    if (world.rank() == 0) world.send(token, next, round);
    world.receive(token, before, round);
    if (world.rank() != 0) world.send(token, next, round);
  }
  long told =
      System.getProperties().stringPropertyNames().stream()
          .filter(n -> n.startsWith("told.by."))
          .count();
  ClassLoader mine = new Object() {}.getClass().getClassLoader();
  boolean context = Thread.currentThread().getContextClassLoader() == mine;
  IO.println("count " + count + ", told by " + told + ", context loader is mine: " + context);
}
