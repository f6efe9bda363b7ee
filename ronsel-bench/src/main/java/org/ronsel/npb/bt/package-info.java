/** BT: block tridiagonal systems (NAS-95-020, section 3.3.4). */
@NullMarked
package org.ronsel.npb.bt;

import org.jspecify.annotations.NullMarked;
