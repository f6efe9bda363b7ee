/**
 * Stress tests of objects that collective calls share; in the core's package, for access to classes
 * that are not public.
 */
@NullMarked
package org.ronsel.collective;

import org.jspecify.annotations.NullMarked;
