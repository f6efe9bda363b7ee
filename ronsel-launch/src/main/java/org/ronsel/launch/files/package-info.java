/**
 * How files of a program get to a host that lacks them: what they are, how they are sent, the cache
 * of that host, and the directory of a job there. Knows nothing of how a job is run.
 */
@NullMarked
package org.ronsel.launch.files;

import org.jspecify.annotations.NullMarked;
