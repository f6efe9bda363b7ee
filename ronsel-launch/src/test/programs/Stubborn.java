// Its shutdown hook never ends.
void main() throws InterruptedException {
  Runtime.getRuntime()
      .addShutdownHook(
          new Thread(
              () -> {
                IO.println("hanging");
                while (true) Thread.onSpinWait();
              }));
  IO.println("ready");
  Thread.sleep(Long.MAX_VALUE);
}
