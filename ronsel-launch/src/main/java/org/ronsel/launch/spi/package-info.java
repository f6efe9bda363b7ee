/** What another module implements to add a command to {@code ronsel}. */
@NullMarked
package org.ronsel.launch.spi;

import org.jspecify.annotations.NullMarked;
