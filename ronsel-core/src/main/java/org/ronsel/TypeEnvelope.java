package org.ronsel;

import java.util.List;

/**
 * How a datatype was made (MPI-4.1, section 5.1.13): enough to make it again.
 *
 * @param combiner the factory method
 * @param integers its numbers, in the order of its parameters
 * @param addresses those that are in bytes
 * @param types its datatypes
 */
public record TypeEnvelope(
    Combiner combiner, List<Long> integers, List<Long> addresses, List<Datatype<?>> types) {
  /** Copies the lists. */
  public TypeEnvelope {
    integers = List.copyOf(integers);
    addresses = List.copyOf(addresses);
    types = List.copyOf(types);
  }

  /** The factory method that made a datatype; see {@link TypeEnvelope}. */
  public enum Combiner {
    /** A type of this library: nothing. */
    NAMED,
    /** {@link Datatype#dup}: a type. */
    DUP,
    /** {@link Datatype#contiguous}: count; the type. */
    CONTIGUOUS,
    /** {@link Datatype#vector}: count, block length, stride; the type. */
    VECTOR,
    /** {@link Datatype#hvector}: count, block length; stride; the type. */
    HVECTOR,
    /** {@link Datatype#indexed}: count, block lengths, displacements; the type. */
    INDEXED,
    /** {@link Datatype#hindexed}: count, block lengths; displacements; the type. */
    HINDEXED,
    /** {@link Datatype#indexedBlock}: count, block length, displacements; the type. */
    INDEXED_BLOCK,
    /** {@link Datatype#hindexedBlock}: count, block length; displacements; the type. */
    HINDEXED_BLOCK,
    /** {@link Datatype#struct}, also records: count, block lengths; displacements; the types. */
    STRUCT,
    /**
     * {@link Datatype#subarray}: dimensions, sizes, subsizes, starts, order's ordinal; the type.
     */
    SUBARRAY,
    /**
     * {@link Datatype#darray}: size, rank, dimensions, sizes, ordinals of the distributions,
     * arguments, processes, order's ordinal; the type.
     */
    DARRAY,
    /** {@link Datatype#resized}: lower bound, extent as addresses; the type. */
    RESIZED
  }
}
