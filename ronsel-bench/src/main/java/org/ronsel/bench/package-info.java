/** Measures Ronsel beside the machine's limits and native peers; entry points only. */
@NullMarked
package org.ronsel.bench;

import org.jspecify.annotations.NullMarked;
