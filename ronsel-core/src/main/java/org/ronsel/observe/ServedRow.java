package org.ronsel.observe;

/**
 * Collective calls of a rank that one algorithm has served.
 *
 * @param operation the operation, such as {@code allReduce}
 * @param algorithm the algorithm's name
 * @param calls how many
 * @param leastBytes of the shortest message, of one rank's block where ranks have blocks; -1 if the
 *     lengths differ between the ranks
 * @param mostBytes of the longest
 */
public record ServedRow(
    String operation, String algorithm, long calls, long leastBytes, long mostBytes) {}
