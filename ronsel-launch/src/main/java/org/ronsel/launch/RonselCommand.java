package org.ronsel.launch;

/**
 * A subcommand of {@code ronsel} that another module provides. Implementations are picocli commands
 * ({@code @Command} with a name), found by {@link java.util.ServiceLoader}.
 */
public interface RonselCommand extends java.util.concurrent.Callable<Integer> {}
