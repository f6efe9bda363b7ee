package org.ronsel.bench.kernel;

import java.lang.foreign.ValueLayout;
import org.ronsel.Comm;
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
  private final Comm comm;
  private final boolean allocates;
  private final long bytes;
  private final Window.Kind kind;
  private final Assertion[] assertions;
  private final MeasuredWindow made;
  private final Window window;
  private final long[] data = new long[1];

  /** Makes the window, for cases that need one. */
  WindowCalls(Comm comm, OneSidedCase which, int size) {
    this.comm = comm;
    this.allocates = which.operation() == OneSidedCase.Operation.ALLOCATE;
    this.bytes = size;
    this.kind = which.window();
    this.assertions =
        which.extras().contains(Extra.NOCHECK)
            ? new Assertion[] {Assertion.NO_CHECK}
            : new Assertion[0];
    this.made = make();
    this.window = made.window();
  }

  private MeasuredWindow make() {
    return MeasuredWindow.open(comm, kind, bytes);
  }

  @Override
  public double operationsPerIteration() {
    return 1;
  }

  /** Each rank puts to the next one through a window of its own. */
  @Override
  public void check() {
    try (MeasuredWindow checked = make()) {
      int next = (comm.rank() + 1) % comm.size();
      checked.window().fence();
      checked.window().put(new long[] {comm.rank() + 1L}, next, checked.displacements()[next]);
      checked.window().fence();
      VerificationException.requireEqual(
          "what was put",
          checked.memory().get(ValueLayout.JAVA_LONG, 0),
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
      window.put(data, 0, made.displacements()[0]);
      window.unlock(0);
    }
    long elapsed = System.nanoTime() - start;
    VerificationException.requireEqual(
        "the last put", made.memory().get(ValueLayout.JAVA_LONG, 0), data[0]);
    return elapsed;
  }

  @Override
  public void close() {
    comm.barrier();
    made.close();
  }
}
