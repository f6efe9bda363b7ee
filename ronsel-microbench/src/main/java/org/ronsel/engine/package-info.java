/** Benchmarks of parts of the engine that only its own package sees. */
@NullMarked
package org.ronsel.engine;

import org.jspecify.annotations.NullMarked;
