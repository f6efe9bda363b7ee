package org.ronsel.bench.kernel;

import org.jspecify.annotations.Nullable;
import org.ronsel.Comm;
import org.ronsel.UntypedCollectives;
import org.ronsel.bench.method.MeasuredCollective;
import org.ronsel.bench.method.Settings;
import org.ronsel.bench.method.VerificationException;

/**
 * A collective operation on data of its own, in any form of call: blocking, nonblocking or
 * persistent.
 */
abstract class CollectiveOperation {
  /** The communicator. */
  final Comm comm;

  /** This rank. */
  final int rank;

  /** The number of ranks. */
  final int ranks;

  CollectiveOperation(Comm comm) {
    this.comm = comm;
    this.rank = comm.rank();
    this.ranks = comm.size();
  }

  /**
   * Makes an operation.
   *
   * @param size of a message or of a block, in bytes
   */
  static CollectiveOperation of(MeasuredCollective which, Comm comm, int size, Settings settings) {
    if (which == MeasuredCollective.BARRIER) {
      return new Barrier(comm);
    }
    return which.reduces()
        ? new ReductionOperation(which, comm, size, settings)
        : new DataMovementOperation(which, comm, size, settings);
  }

  /** Calls the operation in one form. */
  abstract <R extends @Nullable Object> R call(UntypedCollectives<R> form, int root);

  /** Calls the blocking form. */
  void run(int root) {
    call(comm.untyped(), root);
  }

  /** Gives the data of this rank a number. */
  abstract void stamp(long number, int root);

  /** The sum of the numbers in the result on this rank. */
  abstract long read(int root);

  /**
   * The result of {@link #read} if all ranks have {@link #stamp stamped} their data with the
   * number.
   */
  abstract long expected(long number, int root);

  /** Fills the data of this rank. */
  abstract void fill(int seed, int root);

  /** Compares all of the result on this rank. */
  abstract void check(int seed, int root);

  /**
   * A barrier that each rank enters at its own moment: none may leave before the last has entered.
   */
  private static final class Barrier extends CollectiveOperation {
    private static final long STAGGER_NS = 20_000;

    private final long[] times = new long[2];

    Barrier(Comm comm) {
      super(comm);
    }

    @Override
    <R extends @Nullable Object> R call(UntypedCollectives<R> form, int root) {
      return form.barrier();
    }

    @Override
    void stamp(long number, int root) {}

    @Override
    long read(int root) {
      return 0;
    }

    @Override
    long expected(long number, int root) {
      return 0;
    }

    @Override
    void fill(int seed, int root) {
      long until = System.nanoTime() + (rank + seed) % ranks * STAGGER_NS / ranks;
      while (System.nanoTime() < until) {
        Thread.onSpinWait();
      }
      times[0] = System.nanoTime();
    }

    @Override
    void check(int seed, int root) {
      times[1] = System.nanoTime();
      if (rank != 0) {
        comm.send(times, 0, Kernel.TAG_TIMES);
        return;
      }
      long lastIn = times[0];
      long firstOut = times[1];
      for (int r = 1; r < ranks; r++) {
        comm.receive(times, r, Kernel.TAG_TIMES);
        lastIn = Math.max(lastIn, times[0]);
        firstOut = Math.min(firstOut, times[1]);
      }
      if (firstOut < lastIn) {
        throw new VerificationException(
            "a rank left the barrier " + (lastIn - firstOut) + " ns before the last entered");
      }
    }
  }
}
