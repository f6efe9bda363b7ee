/**
 * The launcher as a process: its output, the names of files that it is given, signals to it, the
 * process that has started it, and its end. Uses {@code spi}; independent of jobs.
 */
@NullMarked
package org.ronsel.launch.console;

import org.jspecify.annotations.NullMarked;
