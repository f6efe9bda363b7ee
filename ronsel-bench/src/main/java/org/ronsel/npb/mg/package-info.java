/**
 * MG, "multigrid" (NAS-95-020, section 3.2): V-cycles for the Poisson equation on a periodic cube.
 */
@NullMarked
package org.ronsel.npb.mg;

import org.jspecify.annotations.NullMarked;
