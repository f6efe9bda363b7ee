/**
 * Starts the measuring processes, one after the other and interleaved, with the cache-line probe
 * around each, and collects what they print.
 */
@NullMarked
package org.ronsel.bench.run;

import org.jspecify.annotations.NullMarked;
