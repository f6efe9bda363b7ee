/** Stress of the engine's lock-free parts; in the core's package, to see what is not public. */
@NullMarked
package org.ronsel.engine;

import org.jspecify.annotations.NullMarked;
