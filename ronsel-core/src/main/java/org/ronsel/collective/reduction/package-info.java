/**
 * How two values, or two arrays of values, become one: the element-wise part of reductions. Knows
 * nothing of communication.
 */
@NullMarked
package org.ronsel.collective.reduction;

import org.jspecify.annotations.NullMarked;
