import java.util.concurrent.locks.LockSupport;

// Its shutdown hook interrupts all threads of the JVM, then takes a while.
void main() throws InterruptedException {
  Runtime.getRuntime()
      .addShutdownHook(
          new Thread(
              () -> {
                Thread.getAllStackTraces().keySet().stream()
                    .filter(thread -> thread != Thread.currentThread())
                    .forEach(Thread::interrupt);
                LockSupport.parkNanos(300_000_000);
                IO.println("hook");
              }));
  IO.println("ready");
  Thread.sleep(1_000_000);
}
