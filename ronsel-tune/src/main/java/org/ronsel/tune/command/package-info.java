/** {@code ronsel tune}. */
@NullMarked
package org.ronsel.tune.command;

import org.jspecify.annotations.NullMarked;
