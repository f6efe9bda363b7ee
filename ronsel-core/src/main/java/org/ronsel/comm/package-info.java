/**
 * Communicators and all that their calls need: the implementation of {@link org.ronsel.Comm}, upon
 * which windows, distributed arrays and files build as well.
 */
@NullMarked
package org.ronsel.comm;

import org.jspecify.annotations.NullMarked;
