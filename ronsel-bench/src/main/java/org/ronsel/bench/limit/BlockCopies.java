package org.ronsel.bench.limit;

import java.util.Arrays;
import org.ronsel.bench.method.Message;
import org.ronsel.bench.method.TimedLoop;
import org.ronsel.bench.method.VerificationException;

/**
 * The copies that an allGather or an allToAll needs at least: each of R arrays gets a block of each
 * of R others by {@code System.arraycopy}; two threads make half of the copies each. An operation
 * is all of them.
 */
final class BlockCopies implements TimedLoop, AutoCloseable {
  private final int size;
  private final boolean toAll;
  private final byte[][] in;
  private final byte[][] out;
  private final PaddedCell done = new PaddedCell();
  private final Partner partner = new Partner(this::secondHalf);
  private long batch;
  private long partnerBatch;

  /**
   * Makes the arrays.
   *
   * @param size of a block
   * @param toAll whether each array gives a different block to each other one, as in an allToAll
   */
  BlockCopies(int ranks, int size, boolean toAll) {
    this.size = size;
    this.toAll = toAll;
    in = new byte[ranks][toAll ? Math.multiplyExact(size, ranks) : size];
    out = new byte[ranks][Math.multiplyExact(size, ranks)];
  }

  @Override
  public long run(int iterations, boolean checked) {
    batch++;
    int seed = (int) batch;
    for (byte[] from : in) {
      if (checked) {
        Message.fill(from, from.length, seed);
      } else {
        Message.stamp(from, 0, from.length, batch);
      }
    }
    int half = in.length / 2;
    long start = System.nanoTime();
    partner.begin(iterations);
    copy(iterations, 0, half);
    done.await(batch);
    long elapsed = System.nanoTime() - start;
    byte[] expected = in[0];
    for (int rank = 0; checked && rank < in.length; rank++) {
      int at = toAll ? rank * size : 0;
      for (int from = 0; from < in.length; from++) {
        check(out[rank], from * size, expected, at);
      }
    }
    return elapsed;
  }

  private void check(byte[] got, int at, byte[] expected, int from) {
    if (Arrays.mismatch(got, at, at + size, expected, from, from + size) >= 0) {
      throw new VerificationException("a block was not copied");
    }
  }

  private void secondHalf(int iterations) {
    copy(iterations, in.length / 2, in.length);
    done.publish(++partnerBatch);
  }

  private void copy(int iterations, int firstRank, int endRank) {
    for (int i = 0; i < iterations; i++) {
      for (int to = firstRank; to < endRank; to++) {
        for (int from = 0; from < in.length; from++) {
          System.arraycopy(in[from], toAll ? to * size : 0, out[to], from * size, size);
        }
      }
    }
  }

  @Override
  public void close() {
    partner.close();
  }
}
