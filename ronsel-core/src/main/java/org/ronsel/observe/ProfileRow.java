package org.ronsel.observe;

/**
 * The calls of a rank at one call site, summed up.
 *
 * @param operation the method called
 * @param place where it was called
 * @param count how often
 * @param bytes sent, received, or given to a collective operation
 * @param timeNs spent in the calls
 * @param waitNs of that, spent waiting
 * @param sizes messages by {@link SizeHistogram}
 */
public record ProfileRow(
    String operation,
    String place,
    long count,
    long bytes,
    long timeNs,
    long waitNs,
    long[] sizes) {}
