package org.ronsel.transport;

import java.lang.invoke.VarHandle;

/**
 * The states of a word by which senders know whether a rank has to be woken. A sender publishes its
 * record and reads the word:
 *
 * <ul>
 *   <li>{@link #RESTS}: no thread of the rank parks; that is all;
 *   <li>else it executes a full fence, and reads again: only if it is {@link #ARMED}, a thread is
 *       parked and has to be woken.
 * </ul>
 *
 * <p>A thread that parks arms the word, executes a full fence and polls once more. If the word
 * rested until then, a sender may have read that while its record was still on its way to memory.
 * It stays there for much less than {@link #SETTLED_NS} (a store waits for a cache line, not for an
 * event; a processor that is taken from the sender empties its store buffer first), and no thread
 * that looks later reads that the word rests. So the thread parks for no longer than that, polls
 * again, and then as long as it likes. (Morrison, Afek: Temporally bounding TSO for fence-free
 * asymmetric synchronization, 2015.) A rank that parks often keeps the word from resting.
 */
public final class DoorbellWord {
  /** No thread parks before a first park that ends by itself after {@link #SETTLED_NS}. */
  public static final int RESTS = 0;

  /** No thread is parked now. */
  public static final int LISTENED_TO = 1;

  /** A thread is parked. */
  public static final int ARMED = 2;

  /** Longest park directly after the word has rested, in nanoseconds. */
  public static final long SETTLED_NS = 1_000_000;

  private DoorbellWord() {}

  /**
   * Between the publication of a record and the first look at the word: keeps the compiler from
   * looking first.
   */
  public static void published() {
    VarHandle.releaseFence();
  }
}
