package org.ronsel.bench.stats;

/**
 * One measured row, as far as comparisons need it.
 *
 * @param round which round of the interleaving it was measured in
 * @param mood of the machine around it
 * @param times nanoseconds per operation
 */
public record Reading(int round, Mood mood, Summary times) {}
