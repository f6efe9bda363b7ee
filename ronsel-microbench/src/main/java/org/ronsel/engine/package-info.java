/** Benchmarks of parts of the engine that are visible in its own package only. */
@NullMarked
package org.ronsel.engine;

import org.jspecify.annotations.NullMarked;
