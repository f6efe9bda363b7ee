package org.ronsel.bench.kernel;

import org.ronsel.Comm;
import org.ronsel.Group;
import org.ronsel.LockType;
import org.ronsel.Window;
import org.ronsel.bench.method.OneSidedCase;
import org.ronsel.bench.method.OneSidedCase.Completion;

/**
 * Operations of rank 0 on the memory of rank 1. Each, or each group of the size that the case says,
 * is completed before the next; an operation is one of them. Rank 1 waits in a receive, or takes
 * its part in the epochs of active targets. A busy target computes without any call instead: then
 * each operation is timed by itself, begins while rank 1 computes, and a batch has a few.
 */
final class OneSidedLoop implements Kernel {
  private static final int ORIGIN = 0;
  private static final int TARGET = 1;

  /** Most operations of a batch beside a busy target: each takes as long as the target computes. */
  private static final int MOST_BUSY = 20;

  /**
   * Operations beside a waiting target that come first; without them little of the code would be
   * compiled.
   */
  private static final int PLAIN = 500;

  /** After this part of its computation rank 1 has certainly left the barrier. */
  private static final int LEAD = 10;

  private final Comm comm;
  private final Completion completion;
  private final long busyNs;
  private final Window window;
  private final OneSidedOperation operation;
  private final boolean flushes;
  private final int times;
  private final Group other;
  private final boolean isOrigin;
  private final int[] message = new int[1];
  private int seed;

  /**
   * Makes the window.
   *
   * @param busyUs time for which a busy target computes, in microseconds
   */
  OneSidedLoop(Comm comm, OneSidedCase which, int size, int busyUs) {
    this.comm = comm;
    this.completion = which.completion();
    this.busyNs = which.busy() ? busyUs * 1000L : 0;
    this.isOrigin = comm.rank() == ORIGIN;
    this.times = which.times();
    long bytes = which.inBlocks() ? TargetBox.of(size).bytes() : size;
    MeasuredWindow measured = MeasuredWindow.open(comm, which.window(), bytes);
    this.window = measured.window();
    this.operation = OneSidedOperation.of(which, measured, TARGET, size);
    this.flushes = !operation.isComplete();
    this.other = comm.group().include(isOrigin ? TARGET : ORIGIN);
    if (completion.isOfOneEpoch()) {
      window.lockAll();
    }
  }

  @Override
  public double operationsPerIteration() {
    return times;
  }

  @Override
  public boolean settles() {
    return busyNs == 0;
  }

  @Override
  public void check() {
    seed++;
    if (isOrigin) {
      comm.receive(message, TARGET, TAG_CHECK);
      operation.fillOrigin(seed);
      access(1, false);
      tell(1);
      operation.checkOrigin(seed);
    } else {
      own(() -> operation.fillTarget(seed));
      comm.send(message, ORIGIN, TAG_CHECK);
      expose(1);
      hear(() -> operation.checkTarget(seed));
    }
  }

  @Override
  public long run(int iterations) {
    int most = busyNs > 0 ? Math.min(iterations, MOST_BUSY) : iterations;
    if (isOrigin) {
      int before = busyNs > 0 ? PLAIN : 0;
      long elapsed = busyNs > 0 ? accessBusy(most) : access(most, true);
      tell((before + most) * times);
      operation.verifyOrigin((before + most) * times);
      return Math.round((double) elapsed / most * iterations);
    }
    if (busyNs > 0) {
      stayBusy(most);
    } else {
      expose(most);
    }
    hear(() -> operation.verifyTarget(message[0]));
    return 0;
  }

  /**
   * Runs {@code epochs} epochs or flushes, of operations that carry numbers, or of one whose data
   * are filled already.
   */
  private long access(int epochs, boolean stamped) {
    int inEach = stamped ? times : 1;
    if (completion == Completion.FENCE) {
      window.fence();
    }
    long start = System.nanoTime();
    for (int i = 0; i < epochs; i++) {
      operateAndComplete(inEach, stamped);
      for (int j = 0; j < inEach; j++) {
        operation.collect();
      }
    }
    long elapsed = System.nanoTime() - start;
    if (completion == Completion.FLUSHLOCAL) {
      window.flush(TARGET); // before the target looks
    }
    return elapsed;
  }

  private void operate(int inEach, boolean stamped) {
    for (int i = 0; stamped && i < inEach; i++) {
      operation.stamp(); // all before the first: data must not change before completion
    }
    for (int i = 0; i < inEach; i++) {
      operation.operate();
    }
  }

  private void operateAndComplete(int inEach, boolean stamped) {
    switch (completion) {
      case FLUSH -> {
        operate(inEach, stamped);
        if (flushes) {
          window.flush(TARGET);
        }
      }
      case FLUSHLOCAL -> {
        operate(inEach, stamped);
        if (flushes) {
          window.flushLocal(TARGET);
        }
      }
      case LOCK -> {
        window.lock(LockType.SHARED, TARGET);
        operate(inEach, stamped);
        window.unlock(TARGET);
      }
      case LOCKALL -> {
        window.lockAll();
        operate(inEach, stamped);
        window.unlockAll();
      }
      case FENCE -> {
        operate(inEach, stamped);
        window.fence();
      }
      case PSCW -> {
        window.start(other);
        operate(inEach, stamped);
        window.complete();
      }
    }
  }

  /** The part of rank 1 in {@code times} epochs. */
  private void expose(int times) {
    switch (completion) {
      case FLUSH, FLUSHLOCAL, LOCK, LOCKALL -> {}
      case FENCE -> {
        window.fence();
        for (int i = 0; i < times; i++) {
          window.fence();
        }
      }
      case PSCW -> {
        for (int i = 0; i < times; i++) {
          window.post(other);
          window.await();
        }
      }
    }
  }

  private long accessBusy(int times) {
    access(PLAIN, true);
    long elapsed = 0;
    for (int i = 0; i < times; i++) {
      comm.barrier();
      compute(busyNs / LEAD);
      operation.stamp();
      long start = System.nanoTime();
      operateAndComplete(1, false);
      elapsed += System.nanoTime() - start;
      operation.collect();
    }
    return elapsed;
  }

  private void stayBusy(int times) {
    for (int i = 0; i < times; i++) {
      comm.barrier();
      compute(busyNs);
    }
  }

  private static void compute(long ns) {
    long until = System.nanoTime() + ns;
    while (System.nanoTime() < until) {
      Thread.onSpinWait();
    }
  }

  /** Rank 0 reports that its operations are complete, and waits until rank 1 has verified them. */
  private void tell(int times) {
    message[0] = times;
    comm.send(message, TARGET, TAG_DATA);
    comm.receive(message, TARGET, TAG_ACK);
  }

  private void hear(Runnable look) {
    comm.receive(message, ORIGIN, TAG_DATA);
    own(look);
    comm.send(message, ORIGIN, TAG_ACK);
  }

  /** Runs loads and stores of rank 1 in its own memory. */
  private void own(Runnable accesses) {
    switch (completion) {
      case FLUSH, FLUSHLOCAL -> {
        window.sync();
        accesses.run();
        window.sync();
      }
      case LOCK, LOCKALL -> {
        window.lock(LockType.EXCLUSIVE, TARGET);
        accesses.run();
        window.unlock(TARGET);
      }
      case FENCE, PSCW -> accesses.run();
    }
  }

  @Override
  public void close() {
    if (completion.isOfOneEpoch()) {
      window.unlockAll();
    }
    comm.barrier();
    window.close();
  }
}
