/**
 * Programs in both spellings of the package {@code mpi}, as users write them, and the tests that
 * run them.
 */
package programs;
