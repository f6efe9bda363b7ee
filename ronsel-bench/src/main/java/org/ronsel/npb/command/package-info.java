/** The command {@code ronsel npb}: starts jobs and native builds in turn and reports. */
@NullMarked
package org.ronsel.npb.command;

import org.jspecify.annotations.NullMarked;
