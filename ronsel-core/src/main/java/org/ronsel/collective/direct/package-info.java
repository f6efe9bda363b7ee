/**
 * Blocking collective operations without messages, for communicators whose ranks all live in one
 * JVM: they meet at a counter and read and write each other's arrays.
 */
@NullMarked
package org.ronsel.collective.direct;

import org.jspecify.annotations.NullMarked;
