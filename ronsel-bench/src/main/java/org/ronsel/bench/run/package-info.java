/**
 * The measuring processes of all entrants of a workload: they are started, take turns, and their
 * answers are collected.
 */
@NullMarked
package org.ronsel.bench.run;

import org.jspecify.annotations.NullMarked;
