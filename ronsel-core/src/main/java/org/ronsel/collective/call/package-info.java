/**
 * What a collective call is: its arguments, its names, and how ranks compare calls and failures.
 */
@NullMarked
package org.ronsel.collective.call;

import org.jspecify.annotations.NullMarked;
