/**
 * The implementation of {@link org.ronsel.Op}, and the element-wise part of reductions: combines
 * two values, or two arrays of values. Does not communicate.
 */
@NullMarked
package org.ronsel.collective.reduction;

import org.jspecify.annotations.NullMarked;
