/** Stress of what collective calls share; in the core's package, to see what is not public. */
@NullMarked
package org.ronsel.collective;

import org.jspecify.annotations.NullMarked;
