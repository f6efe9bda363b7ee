package org.ronsel.engine;

/** A thread that is parked, what it waits for, and how long it has waited. */
public record Waiter(Thread thread, Operation operation, long waitedNs) {}
