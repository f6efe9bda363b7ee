/**
 * Runs grids of benchmarks and kernels, which can be resumed after an interruption: {@code ronsel
 * study}. A {@code Grid} makes {@code Cell}s, each a command line; a {@code StudyFolder} knows
 * which of them have been run.
 */
@NullMarked
package org.ronsel.study;

import org.jspecify.annotations.NullMarked;
