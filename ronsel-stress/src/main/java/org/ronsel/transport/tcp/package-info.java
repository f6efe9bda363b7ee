/** Stress of what a link between hosts sends by; in the core's package, to see it. */
@NullMarked
package org.ronsel.transport.tcp;

import org.jspecify.annotations.NullMarked;
