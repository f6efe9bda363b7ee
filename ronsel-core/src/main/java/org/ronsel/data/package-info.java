/**
 * User data, their types and their places in memory: element types and signatures, the flattened
 * plans of datatypes, and patterns of memory that are gathered and scattered in place. It may use
 * {@code org.ronsel.memory}, where the bytes are moved.
 */
@NullMarked
package org.ronsel.data;

import org.jspecify.annotations.NullMarked;
