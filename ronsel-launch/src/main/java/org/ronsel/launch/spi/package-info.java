/**
 * What another module implements to add a command to {@code ronsel}, and what such commands have in
 * common.
 */
@NullMarked
package org.ronsel.launch.spi;

import org.jspecify.annotations.NullMarked;
