/** The command {@code ronsel sim}. */
@NullMarked
package org.ronsel.sim.command;

import org.jspecify.annotations.NullMarked;
