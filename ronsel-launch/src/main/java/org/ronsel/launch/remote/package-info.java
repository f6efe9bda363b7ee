/**
 * The protocol between the launcher and its agent on another host, and the command by which the
 * agent is started there. Independent of the running of jobs.
 */
@NullMarked
package org.ronsel.launch.remote;

import org.jspecify.annotations.NullMarked;
