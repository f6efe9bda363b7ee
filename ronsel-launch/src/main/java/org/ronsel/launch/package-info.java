/**
 * The {@code ronsel} command: the dispatch to its commands, and small ones. May use all packages of
 * this module; their order is in {@code LaunchLayeringTest}.
 */
@NullMarked
package org.ronsel.launch;

import org.jspecify.annotations.NullMarked;
