package org.ronsel.observe;

import java.util.List;

/**
 * A call in the life of a thread of a rank. Times are those of {@link System#nanoTime()}, which all
 * JVMs of a host have in common.
 *
 * @param thread which thread of the rank, in the order in which they first called; 0 as a rule
 * @param threadName its name
 * @param name the operation, or what was waited for
 * @param place where it was called
 * @param startNs when it began
 * @param durationNs how long it took
 * @param messages what was sent or received in it
 */
public record Span(
    int thread,
    String threadName,
    String name,
    String place,
    long startNs,
    long durationNs,
    List<Passage> messages) {
  /** Copies the list. */
  public Span {
    messages = List.copyOf(messages);
  }

  /** The tag of data that a one-sided operation moves. */
  public static final int UNTAGGED = -1;

  /**
   * A message that left or came, or the data of a one-sided operation.
   *
   * @param sent whether it left
   * @param peer the rank at the other end
   * @param tag its tag, or {@link #UNTAGGED}
   * @param bytes its length
   * @param flow what sender and receiver know it by, 0 for none
   */
  public record Passage(boolean sent, int peer, int tag, long bytes, long flow) {}
}
