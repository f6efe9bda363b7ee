package org.ronsel.bench.command;

/**
 * Why a command line cannot be measured.
 *
 * @param reason for a person
 * @param isOfMoment whether it may be none later: memory that is not free now
 */
public record Obstacle(String reason, boolean isOfMoment) {}
