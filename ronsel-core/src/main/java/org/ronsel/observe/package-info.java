/**
 * The records that a job makes of itself when it is asked to: calls with their places in the
 * program, times and sizes, for the table of {@code --profile} and the timeline of {@code --trace};
 * and the switches of these and of the checks. Knows nothing of engines; uses the JDK alone.
 */
@NullMarked
package org.ronsel.observe;

import org.jspecify.annotations.NullMarked;
