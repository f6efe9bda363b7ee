/**
 * Native message-passing libraries to compare with: finding them, compiling our small C program
 * with them, and their command lines.
 */
@NullMarked
package org.ronsel.bench.peer;

import org.jspecify.annotations.NullMarked;
