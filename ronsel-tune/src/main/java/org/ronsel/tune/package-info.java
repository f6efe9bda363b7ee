/**
 * Measured or predicted times of the algorithms of collective operations, and the table that is
 * made from them.
 */
@NullMarked
package org.ronsel.tune;

import org.jspecify.annotations.NullMarked;
