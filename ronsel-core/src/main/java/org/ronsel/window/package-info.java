/**
 * Windows: the implementation of {@link org.ronsel.Window} (MPI-4.1, chapter 12), based on
 * communicators and one-sided operations. {@code docs/window-protocols.md} has the protocols.
 */
@NullMarked
package org.ronsel.window;

import org.jspecify.annotations.NullMarked;
