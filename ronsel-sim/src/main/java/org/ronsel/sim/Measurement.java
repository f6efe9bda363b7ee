package org.ronsel.sim;

/**
 * One line of a measurement by {@code ronsel bench}.
 *
 * @param benchmark {@code pingpong}, {@code stream}, {@code rate} ...
 * @param entrant {@code threads}, {@code processes}, or a limit such as {@code copy}
 * @param bytes size of a message
 * @param nanoseconds median time of an operation: half a round trip, or a message of a row
 */
public record Measurement(String benchmark, String entrant, long bytes, double nanoseconds) {}
