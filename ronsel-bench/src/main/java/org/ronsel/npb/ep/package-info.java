/** EP, "embarrassingly parallel" (NAS-95-020, section 3.1): Gaussian deviates by Monte Carlo. */
@NullMarked
package org.ronsel.npb.ep;

import org.jspecify.annotations.NullMarked;
