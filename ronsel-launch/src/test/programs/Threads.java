import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.ronsel.Ronsel;

// Threads of every kind print the rank that they belong to.
void main() throws Exception {
  Thread thread = new Thread(() -> say("thread"));
  thread.start();
  thread.join();
  try (var pool = Executors.newFixedThreadPool(1)) {
    pool.submit(() -> say("executor")).get();
  }
  long other =
      IntStream.range(0, 100)
          .parallel()
          .map(
              i -> {
                Thread.onSpinWait();
                return Ronsel.world().rank();
              })
          .filter(rank -> rank != Ronsel.world().rank())
          .count();
  say(other == 0 ? "parallel stream" : "wrong");
}

static void say(String who) {
  System.out.println(who + " " + Ronsel.world().rank());
}
