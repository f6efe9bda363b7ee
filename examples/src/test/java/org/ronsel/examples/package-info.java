/** The example programs, started with the {@code ronsel} command as a user starts them. */
@NullMarked
package org.ronsel.examples;

import org.jspecify.annotations.NullMarked;
