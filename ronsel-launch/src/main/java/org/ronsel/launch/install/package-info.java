/**
 * Where this Ronsel is, which version it is, copies of it, and the commands of other families that
 * are no launchers. Uses {@code console} and {@code dialect}; knows nothing of jobs.
 */
@NullMarked
package org.ronsel.launch.install;

import org.jspecify.annotations.NullMarked;
