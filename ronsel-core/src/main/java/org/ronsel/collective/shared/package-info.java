/**
 * Blocking collective operations of the ranks of one host, without messages. The ranks share a
 * {@link org.ronsel.collective.shared.ControlSegment}, which is memory with a counter of arrivals
 * and a slot for each rank. Ranks of one JVM read and write each other's arrays ({@link
 * org.ronsel.collective.shared.DirectAlgorithm}); ranks of several JVMs, and in short calls a few
 * ranks of one JVM, copy their data through that memory ({@link
 * org.ronsel.collective.shared.CopyAlgorithm}).
 */
@NullMarked
package org.ronsel.collective.shared;

import org.jspecify.annotations.NullMarked;
