/**
 * Collective operations of ranks that live in different JVMs of one host, in memory that they
 * share: a {@link org.ronsel.collective.board.Board} with a place for each rank, where it writes
 * what the others read.
 */
@NullMarked
package org.ronsel.collective.board;

import org.jspecify.annotations.NullMarked;
