/**
 * The name of the package of MPJ Express that holds the interface of its devices, and nothing else:
 * programs import all of it out of habit ({@code import xdev.*}) where they use none of its
 * classes.
 */
@NullMarked
package xdev;

import org.jspecify.annotations.NullMarked;
