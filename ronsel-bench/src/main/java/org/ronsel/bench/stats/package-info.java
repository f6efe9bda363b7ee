/**
 * Numbers made from samples: quartiles, the distance of the cores, ratios between rows at one core
 * distance.
 */
@NullMarked
package org.ronsel.bench.stats;

import org.jspecify.annotations.NullMarked;
