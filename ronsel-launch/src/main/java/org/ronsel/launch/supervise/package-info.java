/**
 * The life of a job, from the start of its JVMs to the end of the last one: one thread that handles
 * one event after the other, and what it watches. Uses {@code connection}, {@code jvm}, {@code
 * report} and what these may use; knows nothing of command lines.
 */
@NullMarked
package org.ronsel.launch.supervise;

import org.jspecify.annotations.NullMarked;
