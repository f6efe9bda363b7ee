/**
 * Collective operations as schedules, their algorithms, and the direct forms for ranks that share
 * memory.
 */
@NullMarked
package org.ronsel.collective;

import org.jspecify.annotations.NullMarked;
