package org.ronsel.bench.kernel;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.ronsel.Comm;
import org.ronsel.PersistentRequest;
import org.ronsel.bench.method.MeasuredCollective;
import org.ronsel.bench.method.MeasuredCollective.CallKind;
import org.ronsel.bench.method.Settings;
import org.ronsel.bench.method.VerificationException;

/**
 * Collective operations one after the other; an operation of the measurement is one of them. The
 * root rotates unless one is given: a loop with one root would only measure how fast the root can
 * inject.
 */
final class CollectiveLoop implements Kernel {
  private final Comm comm;
  private final CollectiveOperation operation;
  private final CallKind kind;
  private final int fixedRoot;
  private final boolean runsAhead;
  private final PersistentRequest[] prepared;
  private long counter;
  private int seed;

  CollectiveLoop(MeasuredCollective which, CallKind kind, Comm comm, int size, Settings settings) {
    this.comm = comm;
    this.kind = kind;
    this.operation = CollectiveOperation.of(which, comm, size, settings);
    this.fixedRoot = which.isRooted() ? settings.root() : 0;
    this.runsAhead = !which.synchronises() && !settings.each();
    boolean rotates = fixedRoot == Settings.ROTATING;
    this.prepared =
        new PersistentRequest
            [kind != CallKind.PERSISTENT ? 0 : rotates ? comm.size() : fixedRoot + 1];
    for (int root = rotates ? 0 : fixedRoot; root < prepared.length; root++) {
      prepared[root] =
          Objects.requireNonNull(operation.call(operation.comm.untyped().persistent(), root));
    }
  }

  @Override
  public double operationsPerIteration() {
    return 1;
  }

  @Override
  public Times times() {
    return Times.MEAN;
  }

  private int root(long number) {
    return fixedRoot == Settings.ROTATING ? (int) (number % comm.size()) : fixedRoot;
  }

  private void perform(int root) {
    switch (kind) {
      case BLOCKING -> operation.run(root);
      case NONBLOCKING ->
          Objects.requireNonNull(operation.call(operation.comm.untyped().started(), root)).await();
      case PERSISTENT -> {
        PersistentRequest request = prepared[root];
        request.start();
        request.await();
      }
    }
  }

  @Override
  public void check() {
    int root = root(++seed);
    operation.fill(seed, root);
    perform(root);
    operation.check(seed, root);
  }

  @Override
  public long run(int iterations) {
    long from = counter;
    counter += iterations;
    long sum = 0;
    long start = System.nanoTime();
    for (int i = 0; i < iterations; i++) {
      int root = root(from + i);
      operation.stamp(from + i, root);
      perform(root);
      sum += operation.read(root);
    }
    if (runsAhead) {
      comm.barrier();
    }
    long elapsed = System.nanoTime() - start;
    long expected = 0;
    for (int i = 0; i < iterations; i++) {
      expected += operation.expected(from + i, root(from + i));
    }
    VerificationException.requireEqual("the sum of the numbers", sum, expected);
    return elapsed;
  }

  @Override
  public void close() {
    for (@Nullable PersistentRequest request : prepared) {
      if (request != null) {
        request.release();
      }
    }
  }
}
