/** The command {@code ronsel bench}: options, progress, output. */
@NullMarked
package org.ronsel.bench.command;

import org.jspecify.annotations.NullMarked;
