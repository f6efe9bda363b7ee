/**
 * The package of mpiJava 1.2 (MPJ Express, FastMPJ) and of Open MPI's Java bindings, on Ronsel: one
 * set of classes that answers both spellings. Every method delegates to {@code org.ronsel}; {@link
 * mpi.Comm#ronsel()} and {@link mpi.Comm#of} convert, so that a program can move file by file.
 *
 * <p>Where the families disagree on what a name means, {@code docs/compatibility.md} says which one
 * it is here.
 */
@NullMarked
package mpi;

import org.jspecify.annotations.NullMarked;
