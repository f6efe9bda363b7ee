/** Numbers made from samples: quartiles, and ratios of neighbouring batches with intervals. */
@NullMarked
package org.ronsel.bench.stats;

import org.jspecify.annotations.NullMarked;
