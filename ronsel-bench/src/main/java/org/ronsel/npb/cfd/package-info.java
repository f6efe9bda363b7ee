/**
 * The common parts of the pseudo-applications (NAS-95-020, section 3): the compressible
 * Navier-Stokes equations with a prescribed solution, differences in space, and sweeps along grid
 * lines. A component of a field is one flat array, so that loops along x are vectorised.
 */
@NullMarked
package org.ronsel.npb.cfd;

import org.jspecify.annotations.NullMarked;
