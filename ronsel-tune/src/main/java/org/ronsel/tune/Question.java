package org.ronsel.tune;

import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.selection.CommShape;

/**
 * A question for the fastest algorithm of an operation, with a number of ranks and a length.
 *
 * @param shape of the job
 * @param bytes of the message, of one rank's block where ranks have blocks; 0 for a barrier
 */
public record Question(CommShape shape, Collective collective, long bytes) {}
