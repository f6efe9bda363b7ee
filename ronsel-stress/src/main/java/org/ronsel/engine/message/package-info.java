/**
 * Stress tests of the engine's lock-free parts; in the core's package, for access to classes that
 * are not public.
 */
@NullMarked
package org.ronsel.engine.message;

import org.jspecify.annotations.NullMarked;
