/**
 * Copies between arrays, segments and patterns of them, in straight lines and in strides, and words
 * of native memory, and numbers of bytes as text. It knows the JDK alone.
 */
@NullMarked
package org.ronsel.memory;

import org.jspecify.annotations.NullMarked;
