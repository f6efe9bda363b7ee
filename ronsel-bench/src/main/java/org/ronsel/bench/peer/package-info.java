/**
 * Native message-passing libraries to compare with: their installations, the small C program that
 * is compiled with them, and their command lines.
 */
@NullMarked
package org.ronsel.bench.peer;

import org.jspecify.annotations.NullMarked;
