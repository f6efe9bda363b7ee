import org.ronsel.Ronsel;

// Its shutdown hook halts the JVM, which every rank of it does.
void main() {
  int rank = Ronsel.world().rank();
  Runtime runtime = Runtime.getRuntime();
  runtime.addShutdownHook(
      new Thread(
          () -> {
            IO.println("hook " + rank);
            runtime.halt(0);
          }));
}
