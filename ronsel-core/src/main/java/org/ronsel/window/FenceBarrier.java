package org.ronsel.window;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import org.ronsel.WaitInterruptedException;
import org.ronsel.comm.Communicator;
import org.ronsel.engine.Engine;
import org.ronsel.memory.NativeWords;

/**
 * What the ranks of a window wait for each other in, in a fence. A rank that is interrupted has
 * come all the same: the others go on, so it has to wait until they have come too, and is told of
 * the interrupt afterwards. The barrier that it has left cannot tell it: each rank counts its
 * fences in its {@link ControlBlock}, where it looks. One thread at a time.
 */
final class FenceBarrier {
  private final RankWindow window;
  private final Communicator comm;
  private final MemorySegment control;
  private long fences;

  /**
   * Nobody has come to a fence yet.
   *
   * @param control the control block of this rank
   */
  FenceBarrier(RankWindow window, Communicator comm, MemorySegment control) {
    this.window = window;
    this.comm = comm;
    this.control = control;
  }

  /**
   * Waits until all ranks have come.
   *
   * @return that the thread was interrupted meanwhile, or null
   */
  @Nullable WaitInterruptedException pass() {
    fences++;
    NativeWords.setLongRelease(control, ControlBlock.FENCES, fences);
    WaitInterruptedException interrupted = null;
    while (true) {
      try {
        comm.barrier();
        return interrupted;
      } catch (WaitInterruptedException told) {
        interrupted = told;
        if (hasBegun(told)) {
          awaitOthers();
          return interrupted;
        }
      }
    }
  }

  /**
   * Whether the collective call of which an interrupt is told counts, as {@code docs/errors.md} has
   * it. One that has not begun was waiting for the rest of one that was interrupted before.
   */
  private static boolean hasBegun(WaitInterruptedException told) {
    return !String.valueOf(told.getMessage()).contains("call it again");
  }

  private void awaitOthers() {
    Engine engine = window.engine();
    for (int rank = 0; rank < comm.size(); rank++) {
      if (rank != comm.rank()) {
        FenceArrival arrival = new FenceArrival(engine, window, window.targets().of(rank), fences);
        engine.awaitUninterruptibly(arrival);
        if (arrival.isComplete()) {
          engine.await(arrival); // throws what has failed
        }
      }
    }
  }
}
