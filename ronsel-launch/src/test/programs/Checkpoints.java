import java.util.concurrent.CountDownLatch;
import org.ronsel.Ronsel;

// Ends when it has been told to, by a signal.
void main() throws InterruptedException {
  CountDownLatch told = new CountDownLatch(1);
  sun.misc.Signal.handle(new sun.misc.Signal("USR1"), signal -> told.countDown());
  int rank = Ronsel.world().rank();
  IO.println("ready " + rank);
  told.await();
  IO.println("checkpoint of " + rank);
}
