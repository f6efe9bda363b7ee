/**
 * Batch systems: the hosts that one has allocated to a job, and the shell that starts commands on
 * them.
 */
@NullMarked
package org.ronsel.launch.batch;

import org.jspecify.annotations.NullMarked;
