import java.util.concurrent.CompletableFuture;
import org.ronsel.Ronsel;

// Rank 1 ends in the way that the first argument names; the others wait for it.
void main(String[] args) throws Exception {
  var world = Ronsel.world();
  if (world.rank() == 1) {
    switch (args[0]) {
      case "exception" -> throw new IllegalStateException("boom");
      case "error" -> throw new StackOverflowError("deep");
      case "initialiser" -> IO.println(Broken.VALUE);
      case "thread" -> {
        Thread worker =
            new Thread(
                () -> {
                  throw new IllegalStateException("in a thread");
                },
                "worker");
        worker.start();
        world.receive(new int[1], 0, 7);
      }
      case "exit" -> {
        try {
          System.exit(Integer.parseInt(args[1]));
        } finally {
          IO.println("finally");
        }
      }
      case "exit-in-pool" ->
          CompletableFuture.runAsync(() -> System.exit(Integer.parseInt(args[1]))).join();
      case "memory" -> {
        var hoard = new java.util.ArrayList<long[]>();
        while (true) hoard.add(new long[1 << 17]);
      }
      case "allocate" -> Ronsel.allocate(1L << Integer.parseInt(args[1]));
      case "tag" -> world.send(new int[1], 0, -1);
      case "return", "daemon", "lingering" -> {
        if (args[0].equals("lingering")) {
          Thread.ofPlatform()
              .daemon(false)
              .start(() -> java.util.concurrent.locks.LockSupport.parkNanos(700_000_000));
        }
        if (args[0].equals("daemon")) {
          Thread.ofPlatform().daemon().start(java.util.concurrent.locks.LockSupport::park);
        }
        return;
      }
      case "circle" -> {
        Exception first = new Exception("first");
        throw (Exception) first.initCause(new Exception("second", first));
      }
      case "mute" -> throw new Mute();
      case "long" -> throw new IllegalStateException("x".repeat(Integer.parseInt(args[1])));
      case "wait" -> new Object().wait();
      case "abort" -> throw world.abort(Integer.parseInt(args[1]));
      case "halt" -> Runtime.getRuntime().halt(Integer.parseInt(args[1]));
      case "reflection" ->
          System.class.getMethod("exit", int.class).invoke(null, Integer.parseInt(args[1]));
      default -> throw new IllegalArgumentException(args[0]);
    }
  }
  if (java.util.List.of("return", "daemon", "lingering").contains(args[0])) {
    switch (args[1]) {
      case "barrier" -> world.barrier();
      case "started" -> world.iAllGather(new int[1], new int[3]).await();
      default -> world.broadcastObject("text", 1);
    }
  }
  if (!args[0].equals("exit") || !args[1].equals("0")) {
    world.receive(new int[1], 1, 5);
  }
  IO.println("rank " + world.rank() + " has ended");
}

static class Broken {
  static final int VALUE = Integer.parseInt("no number");
}

static class Mute extends RuntimeException {
  @Override
  public String getMessage() {
    throw new UnsupportedOperationException();
  }
}
