/**
 * The launcher's end of the communication with another host: the command that starts the agent
 * there, the connection to it, the files and paths of that host, and its JVMs as seen from here.
 * Uses {@code agent}, {@code jvm} and the packages that these may use.
 */
@NullMarked
package org.ronsel.launch.connection;

import org.jspecify.annotations.NullMarked;
