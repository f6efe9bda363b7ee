package org.ronsel.job;

import org.ronsel.engine.request.Operation;

/**
 * The operation that a thread of a rank is waiting for.
 *
 * @param rank the waiting rank
 * @param operation such as {@code "receive"} or {@code "allReduce"}
 * @param peer the rank waited for, {@link org.ronsel.Ronsel#ANY_SOURCE}, or {@link #NONE} if the
 *     operation has no single peer
 * @param tag the tag, {@link org.ronsel.Ronsel#ANY_TAG}, or {@link #NONE}
 * @param communicator name of the communicator
 * @param waitedNs how long, in nanoseconds
 * @param thread name of the waiting thread
 */
public record WaitReport(
    int rank,
    String operation,
    int peer,
    int tag,
    String communicator,
    long waitedNs,
    String thread) {
  /** Stands for no single peer, and for no tag. */
  public static final int NONE = Operation.NO_PEER;
}
