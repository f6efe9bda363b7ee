/**
 * The records that a job makes of itself when it is asked to: calls with their places in the
 * program, times and sizes, for the table of {@code --profile} and the timeline of {@code --trace};
 * the switches of these and of the checks; and what failures say of themselves. Knows nothing of
 * engines; uses the JDK alone.
 */
@NullMarked
package org.ronsel.observe;

import org.jspecify.annotations.NullMarked;
