/**
 * The life of a job, from the start of its JVMs to the end of the last one: one thread that handles
 * one event after the other, and the watches over the job. Uses {@code connection}, {@code jvm},
 * {@code report} and the packages that these may use; independent of command lines.
 */
@NullMarked
package org.ronsel.launch.supervise;

import org.jspecify.annotations.NullMarked;
