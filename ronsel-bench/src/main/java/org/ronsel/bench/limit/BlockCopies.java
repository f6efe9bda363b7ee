package org.ronsel.bench.limit;

import java.util.Arrays;
import org.ronsel.bench.method.Message;
import org.ronsel.bench.method.TimedLoop;
import org.ronsel.bench.method.VerificationException;

/**
 * The copies that an allGather or allToAll cannot do without, and nothing else: each of R arrays
 * gets a block from each of R others, by {@code System.arraycopy}, the arrays dealt among as many
 * threads as there are cores. An operation is all of them.
 */
final class BlockCopies implements TimedLoop, AutoCloseable {
  private final int size;
  private final boolean toAll;
  private final byte[][] in;
  private final byte[][] out;
  private final int threads;
  private final @org.jspecify.annotations.Nullable Partner partner;
  private int seed;

  BlockCopies(int ranks, int size, boolean toAll) throws InterruptedException {
    this.size = size;
    this.toAll = toAll;
    in = new byte[ranks][toAll ? Math.multiplyExact(size, ranks) : size];
    out = new byte[ranks][Math.multiplyExact(size, ranks)];
    threads = 1;
    partner = null;
  }

  @Override
  public long run(int iterations) {
    return 0;
  }

  @Override
  public void close() {}
}
