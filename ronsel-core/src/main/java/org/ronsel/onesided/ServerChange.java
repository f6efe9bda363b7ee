package org.ronsel.onesided;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Changes the server of the ordered operations of a rank on one memory: one of two sides, a ghost
 * and the owner. It also counts the threads that are about to begin an operation: the side changes
 * only while there are none, so operations of each thread keep their order. The thread that changes
 * the side has seen that nothing is under way at the previous side, and no thread has entered in
 * the meantime. Any thread.
 *
 * <p>One word has the side, the number of threads that are about to begin, and the number that have
 * entered so far: so a thread that enters learns the side in the same step in which it is counted,
 * and a change fails if any thread has entered since the word was read, even if it has left again.
 */
final class ServerChange {
  private static final long OTHER_SIDE = 1;
  private static final long ONE = 1L << 1;
  private static final long COUNT = (1L << 20) - 1 << 1;
  private static final long ONE_MORE_EVER = 1L << 21;

  private final AtomicLong word = new AtomicLong();

  /**
   * Notes that the calling thread is about to begin an operation, until {@link #leave}.
   *
   * @return argument of {@link #isOtherSide} and {@link #tryChange}
   */
  long enter() {
    return word.addAndGet(ONE + ONE_MORE_EVER);
  }

  /** Notes that the operation has begun: from now on it counts as under way. */
  void leave() {
    var _ = word.getAndAdd(-ONE);
  }

  /** Whether the second side carries out the operation of the thread that has entered. */
  static boolean isOtherSide(long entered) {
    return (entered & OTHER_SIDE) != 0;
  }

  /** Whether no other thread had entered: only then may the side change. */
  static boolean isAlone(long entered) {
    return (entered & COUNT) == ONE;
  }

  /**
   * Changes the side, for the thread that has entered too, unless another thread has entered.
   * Between {@link #enter} and this call the thread has seen that nothing is under way.
   *
   * @return the thread's new value of {@code entered}
   */
  long tryChange(long entered) {
    long changed = entered ^ OTHER_SIDE;
    return isAlone(entered) && word.compareAndSet(entered, changed) ? changed : entered;
  }

  /** Sets the side; no other thread may use this object meanwhile. */
  void set(boolean otherSide) {
    word.set(word.get() & ~OTHER_SIDE | (otherSide ? OTHER_SIDE : 0));
  }

  /** Whether the second side is the present one. */
  boolean isOtherSide() {
    return isOtherSide(word.get());
  }
}
