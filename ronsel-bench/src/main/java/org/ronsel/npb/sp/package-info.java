/** SP: scalar pentadiagonal systems (NAS-95-020, section 3.3.3). */
@NullMarked
package org.ronsel.npb.sp;

import org.jspecify.annotations.NullMarked;
