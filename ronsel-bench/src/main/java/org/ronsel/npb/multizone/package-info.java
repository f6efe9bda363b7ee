/**
 * The hybrid multi-zone benchmarks BT-MZ and SP-MZ (NAS-03-010): a grid of zones, of which each
 * rank has some, and threads in a rank that share the work on a zone.
 */
@NullMarked
package org.ronsel.npb.multizone;

import org.jspecify.annotations.NullMarked;
