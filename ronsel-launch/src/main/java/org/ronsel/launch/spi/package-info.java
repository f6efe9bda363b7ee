/**
 * The interface by which another module adds a command to {@code ronsel}, and common parts of such
 * commands.
 */
@NullMarked
package org.ronsel.launch.spi;

import org.jspecify.annotations.NullMarked;
