/**
 * The launcher and who has called it: what it prints, how it refuses a command line, signals to it,
 * who has started it, and how it ends. Uses {@code spi}; knows nothing of jobs.
 */
@NullMarked
package org.ronsel.launch.console;

import org.jspecify.annotations.NullMarked;
