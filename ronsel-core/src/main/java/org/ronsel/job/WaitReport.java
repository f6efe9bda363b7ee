package org.ronsel.job;

/**
 * The operation that a thread of a rank is waiting for.
 *
 * @param rank the waiting rank
 * @param operation such as {@code "receive"} or {@code "allReduce"}
 * @param peer the rank waited for, {@link org.ronsel.Ronsel#ANY_SOURCE}, or {@code -1000} if the
 *     operation has no single peer
 * @param tag the tag, {@link org.ronsel.Ronsel#ANY_TAG}, or {@code -1000}
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
    String thread) {}
