/** Batch systems: the hosts that one has given to a job, and how it starts commands on them. */
@NullMarked
package org.ronsel.launch.batch;

import org.jspecify.annotations.NullMarked;
