package org.ronsel.bench.kernel;

import java.lang.foreign.ValueLayout;
import org.ronsel.Comm;
import org.ronsel.Info;
import org.ronsel.LockType;
import org.ronsel.Window;
import org.ronsel.Window.Assertion;
import org.ronsel.bench.method.OneSidedCase;
import org.ronsel.bench.method.OneSidedCase.Extra;
import org.ronsel.bench.method.VerificationException;

/**
 * Measures calls of windows: making a window and closing it, by all ranks; or locking the rank's
 * own memory, putting eight bytes there and unlocking it, by rank 0 alone.
 */
final class WindowCalls implements Kernel {
  private static final int LEAST_BYTES = 4096;

  private final Comm comm;
  private final boolean allocates;
  private final long bytes;
  private final boolean isCreated;
  private final Assertion[] assertions;
  private final Window window;
  private final long[] data = new long[1];

  /** Makes the window, for cases that need one. */
  WindowCalls(Comm comm, OneSidedCase which, int size) {
    this.comm = comm;
    this.allocates = which.operation() == OneSidedCase.Operation.ALLOCATE;
    this.bytes = Math.max(LEAST_BYTES, size);
    this.isCreated = which.created();
    this.assertions =
        which.extras().contains(Extra.NOCHECK)
            ? new Assertion[] {Assertion.NO_CHECK}
            : new Assertion[0];
    this.window = make();
  }

  private Window make() {
    return isCreated
        ? Window.create(comm, org.ronsel.Ronsel.allocate(bytes), 1, new Info())
        : Window.allocate(comm, bytes, 1, new Info());
  }

  @Override
  public double operationsPerIteration() {
    return 1;
  }

  /** Each rank puts to the next one through a window of its own. */
  @Override
  public void check() {
    try (Window made = make()) {
      made.fence();
      made.put(new long[] {comm.rank() + 1L}, (comm.rank() + 1) % comm.size(), 0);
      made.fence();
      VerificationException.requireEqual(
          "what was put",
          made.memory().get(ValueLayout.JAVA_LONG, 0),
          (comm.rank() + comm.size() - 1) % comm.size() + 1L);
    }
  }

  @Override
  public long run(int iterations) {
    if (allocates) {
      long start = System.nanoTime();
      for (int i = 0; i < iterations; i++) {
        make().close();
      }
      return System.nanoTime() - start;
    }
    return comm.rank() == 0 ? lockSelf(iterations) : 0;
  }

  private long lockSelf(int times) {
    long start = System.nanoTime();
    for (int i = 0; i < times; i++) {
      window.lock(LockType.EXCLUSIVE, 0, assertions);
      data[0]++;
      window.put(data, 0, 0);
      window.unlock(0);
    }
    long elapsed = System.nanoTime() - start;
    VerificationException.requireEqual(
        "the last put", window.memory().get(ValueLayout.JAVA_LONG, 0), data[0]);
    return elapsed;
  }

  @Override
  public void close() {
    comm.barrier();
    window.close();
  }
}
