package org.ronsel.bench.stats;

/**
 * One measured row, as far as comparisons need it.
 *
 * @param round which round of the interleaving it was measured in
 * @param distance of the cores, probed before and after it
 * @param times nanoseconds per operation
 */
public record Reading(int round, CoreDistance distance, Summary times) {}
