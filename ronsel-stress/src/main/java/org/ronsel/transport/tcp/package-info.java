/**
 * Stress tests of the queue by which a link between hosts sends; in the core's package, for access
 * to it.
 */
@NullMarked
package org.ronsel.transport.tcp;

import org.jspecify.annotations.NullMarked;
