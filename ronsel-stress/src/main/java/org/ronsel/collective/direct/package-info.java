/** Stress of the meetings of rank threads; in the core's package, to see what is not public. */
@NullMarked
package org.ronsel.collective.direct;

import org.jspecify.annotations.NullMarked;
