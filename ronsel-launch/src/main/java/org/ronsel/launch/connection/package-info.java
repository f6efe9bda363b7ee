/**
 * The launcher's end of what goes between it and another host: the command that starts the agent
 * there, the connection to it, the files and paths of that host, its JVMs as they are seen from
 * here. Uses {@code agent}, {@code jvm} and what these may use.
 */
@NullMarked
package org.ronsel.launch.connection;

import org.jspecify.annotations.NullMarked;
