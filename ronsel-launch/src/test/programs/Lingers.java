import org.ronsel.Ronsel;

// The JVM of rank 0 does not end when its rank has.
void main() {
  if (Ronsel.world().rank() == 0) {
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  IO.println("lingers");
                  while (true) Thread.onSpinWait();
                }));
  }
}
