import org.ronsel.Ronsel;

// Says that it runs, and then waits for a message that never comes; sleeps if told so.
void main(String[] args) throws InterruptedException {
  var world = Ronsel.world();
  Runtime.getRuntime().addShutdownHook(new Thread(() -> IO.println("hook " + world.rank())));
  IO.println("ready " + world.rank());
  if (args.length > 0) {
    Thread.sleep(Long.parseLong(args[0]));
  } else {
    world.receive(new int[1], (world.rank() + 1) % world.size(), 5);
  }
}
