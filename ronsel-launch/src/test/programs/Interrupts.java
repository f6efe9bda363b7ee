import java.util.concurrent.locks.LockSupport;
import org.ronsel.Comm;
import org.ronsel.Ronsel;

// Rank 0 interrupts every other thread of its JVM, while no rank is in a call that waits.
void main() {
  Comm world = Ronsel.world();
  world.barrier();
  if (world.rank() == 0) {
    // The JVM stays for a while when the job has ended: in this time it may notice nothing.
    Runtime.getRuntime().addShutdownHook(new Thread(() -> LockSupport.parkNanos(300_000_000)));
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      if (thread != Thread.currentThread()) {
        thread.interrupt();
      }
    }
    IO.println("interrupted");
  }
}
