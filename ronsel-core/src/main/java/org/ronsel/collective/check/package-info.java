/**
 * Whether all ranks of a communicator call the same collective operations in the same order; only
 * used in a checked job. Uses the engine.
 */
@NullMarked
package org.ronsel.collective.check;

import org.jspecify.annotations.NullMarked;
