/**
 * The {@code ronsel} command: which of its commands is meant, and small ones. May use all packages
 * of this module; their order is in {@code LaunchLayeringTest}.
 */
@NullMarked
package org.ronsel.launch;

import org.jspecify.annotations.NullMarked;
