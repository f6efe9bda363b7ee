package org.ronsel.conformance;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.ronsel.Comm;

/** Steps that several ranks, or several threads of a rank, take together. */
final class Together {
  private static final int TAG = Integer.MAX_VALUE - 7;
  private static final byte[] NOTHING = {};

  private Together() {}

  /** Returns when all ranks have called. */
  static void barrier(Comm comm) {
    if (comm.rank() == 0) {
      for (int peer = 1; peer < comm.size(); peer++) {
        comm.receive(new byte[0], peer, TAG);
      }
      for (int peer = 1; peer < comm.size(); peer++) {
        comm.send(NOTHING, peer, TAG);
      }
    } else {
      comm.send(NOTHING, 0, TAG);
      comm.receive(new byte[0], 0, TAG);
    }
  }

  /** Tells {@code peer} to go on; pairs with {@link #await}. */
  static void signal(Comm comm, int peer) {
    comm.send(NOTHING, peer, TAG + 1);
  }

  /** Waits for {@link #signal} by {@code peer}. */
  static void await(Comm comm, int peer) {
    comm.receive(new byte[0], peer, TAG + 1);
  }

  /** What one of several threads does. */
  @FunctionalInterface
  interface Part {
    void run(int index) throws Exception;
  }

  /** Runs {@code count} threads and returns when all have ended; throws what the first threw. */
  static void threads(int count, Part part) throws Exception {
    ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int index = i;
      threads.add(
          Thread.ofPlatform()
              .name(Thread.currentThread().getName() + "/" + index)
              .daemon()
              .start(
                  () -> {
                    try {
                      part.run(index);
                    } catch (Throwable e) {
                      failures.add(e);
                    }
                  }));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    Throwable first = failures.peek();
    if (first != null) {
      throw new AssertionError("a thread failed: " + first, first);
    }
  }
}
