import org.ronsel.Comm;
import org.ronsel.Ronsel;

/** Rank 0 calls until its stack overflows, inside of a call, while rank 1 waits for a message. */
final class Recursion {
  private static final int WARM_UP = 20_000;
  private static final int TIMES = 20;

  private static void call(Comm world, String which, byte[] message) {
    if (which.equals("probe")) {
      world.iProbe(Ronsel.ANY_SOURCE, 77);
    } else {
      world.iSend(message, 1, 5);
    }
    call(world, which, message);
  }

  public static void main(String[] args) {
    Comm world = Ronsel.world();
    byte[] message = new byte[8];
    if (world.rank() != 0) {
      world.receive(message, 0, 6);
      System.out.println("received");
      return;
    }
    for (int i = 0; i < WARM_UP; i++) {
      world.iProbe(Ronsel.ANY_SOURCE, 77); // an overflow comes where compiled code calls
    }
    if (args[1].equals("uncaught")) {
      call(world, args[0], message);
    }
    for (int i = 0; i < TIMES; i++) {
      try {
        call(world, args[0], message);
      } catch (StackOverflowError e) {
        // As if nothing had happened.
      }
    }
    world.send(message, 1, 6);
  }
}
