/** IS, "integer sort" (NAS-95-020, section 3.5): ranks of keys, as a particle method needs them. */
@NullMarked
package org.ronsel.npb.is;

import org.jspecify.annotations.NullMarked;
