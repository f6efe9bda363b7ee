/**
 * CG, "conjugate gradient" (NAS-95-020, section 3.3): the smallest eigenvalue of a large, sparse,
 * random matrix by inverse iteration.
 */
@NullMarked
package org.ronsel.npb.cg;

import org.jspecify.annotations.NullMarked;
