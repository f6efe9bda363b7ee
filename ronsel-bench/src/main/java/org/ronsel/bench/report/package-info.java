/**
 * The results of a run, for a person (aligned tables) and for a program (JSON), and the targets.
 */
@NullMarked
package org.ronsel.bench.report;

import org.jspecify.annotations.NullMarked;
