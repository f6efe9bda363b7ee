/**
 * Communicators and all that their calls need: the implementation of {@link org.ronsel.Comm}, upon
 * which windows build as well.
 */
@NullMarked
package org.ronsel.comm;

import org.jspecify.annotations.NullMarked;
