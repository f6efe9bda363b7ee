/**
 * Starts the measuring processes of all entrants of a workload, lets them take turns, and collects
 * what they answer.
 */
@NullMarked
package org.ronsel.bench.run;

import org.jspecify.annotations.NullMarked;
