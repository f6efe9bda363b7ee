/** LU: symmetric successive over-relaxation (NAS-95-020, section 3.3.5). */
@NullMarked
package org.ronsel.npb.lu;

import org.jspecify.annotations.NullMarked;
