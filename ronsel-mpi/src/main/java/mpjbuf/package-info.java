/**
 * The name of the package of MPJ Express that holds its buffers, and nothing else: programs import
 * all of it out of habit ({@code import mpjbuf.*}) where they use none of its classes.
 */
@NullMarked
package mpjbuf;

import org.jspecify.annotations.NullMarked;
