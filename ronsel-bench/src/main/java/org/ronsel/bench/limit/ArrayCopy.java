package org.ronsel.bench.limit;

import org.ronsel.bench.method.Message;
import org.ronsel.bench.method.TimedLoop;
import org.ronsel.bench.method.VerificationException;

/**
 * One thread copies one array into another by {@code System.arraycopy}; an operation is one copy.
 */
final class ArrayCopy implements TimedLoop {
  private final byte[] source;
  private final byte[] target;
  private int seed;
  private long counter;

  ArrayCopy(int size) {
    source = new byte[size];
    target = new byte[size];
  }

  @Override
  public long run(int iterations, boolean checked) {
    int size = source.length;
    if (checked) {
      Message.fill(source, size, ++seed);
    }
    System.arraycopy(source, 0, target, 0, size);
    if (checked) {
      Message.check(target, size, seed);
    }
    long from = counter;
    counter += iterations;
    long sum = 0;
    long start = System.nanoTime();
    for (int i = 0; i < iterations; i++) {
      Message.stamp(source, 0, size, from + i);
      System.arraycopy(source, 0, target, 0, size);
      sum += Message.readStamp(target, 0, size);
    }
    long elapsed = System.nanoTime() - start;
    long expected = 0;
    for (int i = 0; i < iterations; i++) {
      expected += Message.expectedStamp(size, from + i);
    }
    VerificationException.requireEqual("the sum of the copies' numbers", sum, expected);
    return elapsed;
  }
}
