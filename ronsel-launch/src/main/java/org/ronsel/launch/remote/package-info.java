/**
 * What the launcher and its agent on another host say to each other, and the command by which the
 * agent is started there. Knows nothing of how a job is run.
 */
@NullMarked
package org.ronsel.launch.remote;

import org.jspecify.annotations.NullMarked;
