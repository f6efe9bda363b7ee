/**
 * Blocking collective operations of the ranks of one host, without messages. The ranks share a
 * {@link org.ronsel.collective.shared.ControlSegment}, which is memory with a counter of arrivals
 * and a slot for each rank. Ranks of one JVM read and write each other's arrays ({@link
 * org.ronsel.collective.shared.DirectAlgorithm}); ranks of several JVMs, and in short calls a few
 * ranks of one JVM, copy their data through that memory ({@link
 * org.ronsel.collective.shared.CopyAlgorithm}).
 *
 * <p>The segment of ranks of one JVM is a LocalSegment, an object that all find. That of several
 * JVMs is memory that the JVM of rank 0 lends, found by a handle that is broadcast at the first
 * blocking call. Phases knows when a rank may write, who has posted or arrived, and whether all
 * call the same; a Participant is one rank's wait.
 *
 * <p>In a copying algorithm long data go in rounds. In a direct one the last rank to arrive does
 * the work, or opens it in chunks that all share. Where a caller is interrupted, the thread that
 * takes the call to its end runs of a direct algorithm what follows the arrival, of a copying one
 * all of it again, but for the Steps that have been made.
 */
@NullMarked
package org.ronsel.collective.shared;

import org.jspecify.annotations.NullMarked;
