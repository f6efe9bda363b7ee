import org.ronsel.Comm;
import org.ronsel.Op;
import org.ronsel.Ronsel;

/** Started by a process manager: says where its rank is, and may end in a way that is asked for. */
public class Managed {
  public static void main(String[] args) throws Exception {
    Comm world = Ronsel.world();
    long[] sum = {0};
    world.allReduce(new long[] {world.rank() + 1}, sum, Op.SUM);
    System.out.println(
        "rank "
            + world.rank()
            + " of "
            + world.size()
            + " on "
            + Ronsel.processorName()
            + ", sum "
            + sum[0]);
    if (args.length == 0) {
      return;
    }
    world.barrier(); // all have printed
    if (world.rank() == Integer.parseInt(args[1])) {
      switch (args[0]) {
        case "throw" -> throw new IllegalStateException("no luck");
        case "thread" -> Thread.ofPlatform().start(() -> fail()).join();
        case "abort" -> world.abort(5);
        case "exit" -> System.exit(3);
        case "leave" -> System.exit(0);
        case "kill", "term" -> {
          String pid = Long.toString(ProcessHandle.current().pid());
          new ProcessBuilder("kill", args[0].equals("kill") ? "-KILL" : "-TERM", pid)
              .start()
              .waitFor();
        }
        case "outlast" -> System.out.println("goes on");
        default -> throw new AssertionError(args[0]);
      }
    }
    if (world.rank() == Integer.parseInt(args[1])) {
      Thread.currentThread().join(); // for ever
    }
    if (args[0].equals("outlast")) {
      return;
    }
    world.barrier();
    System.out.println("not reached");
  }

  private static void fail() {
    throw new IllegalStateException("no luck in a thread");
  }
}
