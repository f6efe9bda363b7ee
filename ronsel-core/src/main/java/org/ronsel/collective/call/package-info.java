/** Collective calls: their arguments, their names, and how ranks compare calls and failures. */
@NullMarked
package org.ronsel.collective.call;

import org.jspecify.annotations.NullMarked;
