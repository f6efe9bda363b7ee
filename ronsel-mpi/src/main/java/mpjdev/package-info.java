/**
 * The name of the package of MPJ Express that holds its devices, and nothing else: programs import
 * all of it out of habit ({@code import mpjdev.*}) where they use none of its classes.
 */
@NullMarked
package mpjdev;

import org.jspecify.annotations.NullMarked;
