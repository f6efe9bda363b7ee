/**
 * The limits of this machine, measured in Java without any message passing: the cache-line probe
 * and the limits that results are compared with.
 */
@NullMarked
package org.ronsel.bench.limit;

import org.jspecify.annotations.NullMarked;
