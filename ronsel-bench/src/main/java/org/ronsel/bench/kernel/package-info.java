/**
 * The programs that the measured ranks run; started like any user program by {@code ronsel run}.
 * Uses {@code org.ronsel} and {@code org.ronsel.bench.method} alone.
 */
@NullMarked
package org.ronsel.bench.kernel;

import org.jspecify.annotations.NullMarked;
