/** Stress of collective operations in shared memory; in the core's package, to see them. */
@NullMarked
package org.ronsel.collective.shared;

import org.jspecify.annotations.NullMarked;
