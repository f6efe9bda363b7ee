/**
 * The algorithms of the collective operations, one class each. Every class says how it works, what
 * it costs and where it was published, and makes the schedule of one rank. In cost formulas {@code
 * p} is the number of ranks, {@code n} the bytes of the operation's buffer (of one block for gather
 * and allGather), {@code a} the time of an empty message, {@code b} the time per byte sent and
 * {@code c} the time per byte combined.
 */
@NullMarked
package org.ronsel.collective.algorithm;

import org.jspecify.annotations.NullMarked;
