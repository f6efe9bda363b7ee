/** Stress of boards, which several ranks write and read; in the core's package, to see them. */
@NullMarked
package org.ronsel.collective.board;

import org.jspecify.annotations.NullMarked;
