/**
 * Blocking collective operations of ranks of one host, without messages: at a {@link
 * org.ronsel.collective.shared.ControlSegment}, memory with a slot for each rank and a counter of
 * arrivals. Ranks of one JVM read and write each other's arrays ({@link
 * org.ronsel.collective.shared.DirectAlgorithm}), all others copy by way of that memory ({@link
 * org.ronsel.collective.shared.CopyAlgorithm}).
 */
@NullMarked
package org.ronsel.collective.shared;

import org.jspecify.annotations.NullMarked;
