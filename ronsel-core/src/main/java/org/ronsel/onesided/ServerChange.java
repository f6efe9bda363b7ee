package org.ronsel.onesided;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Changes who serves the ordered operations of a rank on one memory: one of two sides, a ghost and
 * the owner. It also knows who is about to begin one: the side changes only while nobody is, so
 * that operations of each thread keep their order: whoever changes it has seen that nothing is
 * under way at the side before, and nobody has come in the meantime. Any thread.
 *
 * <p>One word has the side, the number of those who are about to begin, and how many there have
 * been: so who comes learns the side in the same step in which it is counted, and a change fails if
 * anybody has come since the word was read, even if that one has left again.
 */
final class ServerChange {
  private static final long OTHER_SIDE = 1;
  private static final long ONE = 1L << 1;
  private static final long COUNT = (1L << 20) - 1 << 1;
  private static final long ONE_MORE_EVER = 1L << 21;

  private final AtomicLong word = new AtomicLong();

  /**
   * A thread is about to begin an operation, until {@link #leave}.
   *
   * @return what {@link #isOtherSide} and {@link #tryChange} take
   */
  long enter() {
    return word.addAndGet(ONE + ONE_MORE_EVER);
  }

  /** It has begun: from now on it counts as under way. */
  void leave() {
    long unused = word.getAndAdd(-ONE);
  }

  /** Whether the second side carries out what the thread that has entered begins. */
  static boolean isOtherSide(long entered) {
    return (entered & OTHER_SIDE) != 0;
  }

  /** Whether nobody else had entered: only then may the side change. */
  static boolean isAlone(long entered) {
    return (entered & COUNT) == ONE;
  }

  /**
   * Changes the side, for the thread that has entered too, unless somebody else has come. Between
   * {@link #enter} and this call the thread has seen that nothing is under way.
   *
   * @return what is true of the thread from now on, instead of {@code entered}
   */
  long tryChange(long entered) {
    long changed = entered ^ OTHER_SIDE;
    return isAlone(entered) && word.compareAndSet(entered, changed) ? changed : entered;
  }

  /** Sets the side; nobody else uses this. */
  void set(boolean otherSide) {
    word.set(word.get() & ~OTHER_SIDE | (otherSide ? OTHER_SIDE : 0));
  }

  /** The side just now. */
  boolean isOtherSide() {
    return isOtherSide(word.get());
  }
}
