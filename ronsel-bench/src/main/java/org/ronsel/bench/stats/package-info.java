/** Numbers made from samples: quartiles, the machine's mood, ratios between rows of one mood. */
@NullMarked
package org.ronsel.bench.stats;

import org.jspecify.annotations.NullMarked;
