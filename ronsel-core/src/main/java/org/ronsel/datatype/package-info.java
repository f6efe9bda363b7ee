/**
 * The implementation of {@link org.ronsel.Datatype}, and the checks of buffers that datatypes
 * describe.
 */
@NullMarked
package org.ronsel.datatype;

import org.jspecify.annotations.NullMarked;
