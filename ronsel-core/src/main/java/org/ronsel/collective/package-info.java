/**
 * One collective operation, from its arguments to its completion: which algorithm serves it, and by
 * which means, messages or memory that the ranks share.
 */
@NullMarked
package org.ronsel.collective;

import org.jspecify.annotations.NullMarked;
