/** Stress of what keeps accumulates apart; in the core's package, to see what is not public. */
@NullMarked
package org.ronsel.onesided;

import org.jspecify.annotations.NullMarked;
