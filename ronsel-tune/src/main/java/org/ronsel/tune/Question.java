package org.ronsel.tune;

import org.ronsel.collective.algorithm.Collective;

/**
 * Which algorithm is the fastest: for an operation, a number of ranks, and a length.
 *
 * @param setting where the ranks are
 * @param bytes of the message, of one rank's block where ranks have blocks; 0 for a barrier
 */
public record Question(Setting setting, Collective collective, long bytes) {}
