/** The time and the memory that the start of many ranks in one JVM takes. */
@NullMarked
package org.ronsel.bench.startup;

import org.jspecify.annotations.NullMarked;
