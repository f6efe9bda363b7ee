/**
 * Stress tests of the gate that serialises accumulates, and of the fence between puts and gets; in
 * the core's package, for access to classes that are not public.
 */
@NullMarked
package org.ronsel.onesided;

import org.jspecify.annotations.NullMarked;
