/**
 * The NAS Parallel Benchmarks (NAS-95-020, RNR-94-007): the common parts of all kernels. Each
 * kernel has a package of its own and is listed in {@link org.ronsel.npb.Npb}.
 */
@NullMarked
package org.ronsel.npb;

import org.jspecify.annotations.NullMarked;
