/**
 * Turns the JSON of benchmarks and kernels into one HTML page: {@code ronsel report}. Reading
 * ({@code ResultFile}, {@code ResultFolder}), choosing what to draw ({@code Curves} and others like
 * it make {@link org.ronsel.report.Chart}), and writing ({@code Page}) are apart; the browser
 * draws, with the charting library that the page contains.
 */
@NullMarked
package org.ronsel.report;

import org.jspecify.annotations.NullMarked;
