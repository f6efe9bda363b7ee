/**
 * Collective operations by plain messages in rounds: for blocks of any datatype and length, and for
 * operators that are no arithmetic. They are linear in the number of ranks.
 */
@NullMarked
package org.ronsel.collective.linear;

import org.jspecify.annotations.NullMarked;
