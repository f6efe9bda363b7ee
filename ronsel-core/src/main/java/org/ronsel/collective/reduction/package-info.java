/**
 * The implementation of {@link org.ronsel.Op}, and the element-wise part of reductions: combines
 * two values, or two arrays of values. Does not communicate.
 *
 * <p>The loops over arrays are of one primitive type each, which the JIT compiler turns into vector
 * instructions. An operator demands any order of combining, that of the ranks, or the fixed one of
 * reproducible reductions (FixedOrder). Its grain is how many array elements it combines as one.
 */
@NullMarked
package org.ronsel.collective.reduction;

import org.jspecify.annotations.NullMarked;
