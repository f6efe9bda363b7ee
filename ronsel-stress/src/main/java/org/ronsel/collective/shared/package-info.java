/**
 * Stress tests of collective operations in shared memory; in the core's package, for access to
 * them.
 */
@NullMarked
package org.ronsel.collective.shared;

import org.jspecify.annotations.NullMarked;
