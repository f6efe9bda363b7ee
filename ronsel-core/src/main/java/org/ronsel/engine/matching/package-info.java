/**
 * Posted-receive and unexpected-message queues: matching by (context, source, tag) in MPI order.
 * Used by the engine under its lock.
 */
@NullMarked
package org.ronsel.engine.matching;

import org.jspecify.annotations.NullMarked;
