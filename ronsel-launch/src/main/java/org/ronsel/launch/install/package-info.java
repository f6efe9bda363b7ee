/**
 * The place of this Ronsel, its version, copies of it, and the commands of other families that are
 * not launchers. Uses {@code console} and {@code dialect}; independent of jobs.
 */
@NullMarked
package org.ronsel.launch.install;

import org.jspecify.annotations.NullMarked;
