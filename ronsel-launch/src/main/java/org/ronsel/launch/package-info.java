/** The {@code ronsel} command. */
@NullMarked
package org.ronsel.launch;

import org.jspecify.annotations.NullMarked;
