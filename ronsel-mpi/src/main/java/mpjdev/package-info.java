/**
 * The name of the package of MPJ Express that holds its devices, and of these only what a program
 * gets to see: the class of a status' fields. Programs import all of the package out of habit
 * ({@code import mpjdev.*}).
 */
@NullMarked
package mpjdev;

import org.jspecify.annotations.NullMarked;
