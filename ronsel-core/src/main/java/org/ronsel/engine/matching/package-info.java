/**
 * What waits to be matched: receives without a message and messages without a receive (MPI-4.1,
 * section 3.5).
 *
 * <p>Begin with {@link org.ronsel.engine.matching.PostedQueue} and {@link
 * org.ronsel.engine.matching.UnexpectedQueue}. A ProbeOperation looks for an UnexpectedMessage, and
 * takes it out as a MatchedMessage. What is done with a match is decided above, in {@code Inbound}
 * and {@code Probes}.
 */
@NullMarked
package org.ronsel.engine.matching;

import org.jspecify.annotations.NullMarked;
