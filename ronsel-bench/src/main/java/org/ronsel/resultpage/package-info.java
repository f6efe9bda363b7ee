/**
 * Turns the JSON of benchmarks and kernels into one HTML page: {@code ronsel report}. Reading
 * ({@code ResultFile}, {@code ResultFolder}), the choice of pictures ({@code Curves} and similar
 * classes make {@link org.ronsel.resultpage.Chart}), and writing ({@code Page}) are separate; the
 * browser draws, with the charting library that the page contains.
 */
@NullMarked
package org.ronsel.resultpage;

import org.jspecify.annotations.NullMarked;
