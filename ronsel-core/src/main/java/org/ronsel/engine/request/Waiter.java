package org.ronsel.engine.request;

/** A thread that is parked, what it waits for, and how long it has waited. */
public record Waiter(Thread thread, Operation operation, long waitedNs) {}
