/**
 * Collective operations, from arguments to completion: the choice of the algorithm, and its
 * execution by messages or in memory that the ranks share.
 */
@NullMarked
package org.ronsel.collective;

import org.jspecify.annotations.NullMarked;
