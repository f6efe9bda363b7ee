/** How long it takes, and how much memory, to start many ranks in one JVM. */
@NullMarked
package org.ronsel.bench.startup;

import org.jspecify.annotations.NullMarked;
