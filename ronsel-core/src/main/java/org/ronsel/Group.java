package org.ronsel;

import org.jspecify.annotations.Nullable;

/**
 * An ordered set of processes of a job (MPI-4.1, section 7.3). All operations are local; a group
 * belongs to no rank, so every rank that computes it gets an equal one. Immutable; any thread.
 *
 * <p>Ranks are positions in the group, from 0. Methods that take ranks of several groups say which.
 */
public interface Group {
  /** The group without members. */
  Group EMPTY = Ronsel.implementation().emptyGroup();

  /** The group of a communicator: of an inter-communicator, the local one. */
  static Group of(Comm comm) {
    return InvalidArgumentException.requireNonNull("Group.of", "comm", comm).group();
  }

  // ---- what it is ----

  /** Number of members. */
  int size();

  /** Whether it has no members. */
  boolean isEmpty();

  /**
   * The rank, in this group, of the process that {@code comm} belongs to, or {@link
   * Ronsel#UNDEFINED} if it is not a member.
   */
  int rank(Comm comm);

  /**
   * The ranks in {@code other} of the processes that have {@code ranks} in this group, {@link
   * Ronsel#UNDEFINED} for those that are not in it; {@link Ronsel#PROC_NULL} stays what it is.
   */
  int[] translate(int[] ranks, Group other);

  /**
   * Compares this group with another one: {@link Comparison#IDENTICAL} for the same members in the
   * same order, {@link Comparison#SIMILAR} for the same members in another order, else {@link
   * Comparison#UNEQUAL}.
   */
  Comparison compare(Group other);

  // ---- set operations ----

  /** The members of this group, then those of the other that are not in it. */
  Group union(Group other);

  /** The members of this group that are in the other, in the order of this. */
  Group intersection(Group other);

  /** The members of this group that are not in the other, in the order of this. */
  Group difference(Group other);

  /**
   * The members with the given ranks, in the order given.
   *
   * @throws InvalidArgumentException if a rank is not of this group or is given twice
   */
  Group include(int... ranks);

  /**
   * The members without those that have the given ranks.
   *
   * @throws InvalidArgumentException if a rank is not of this group or is given twice
   */
  Group exclude(int... ranks);

  /**
   * The members with the ranks of the given ranges, in the order given.
   *
   * @param ranges each of them first rank, last rank and stride: {@code first, first + stride, ...}
   *     up to, or with a negative stride down to, the last
   * @throws InvalidArgumentException if a rank is not of this group or is given twice
   */
  Group rangeInclude(int[]... ranges);

  /** The members without those of the given ranges; see {@link #rangeInclude}. */
  Group rangeExclude(int[]... ranges);

  /** Whether the other object is a group of the same members in the same order. */
  @Override
  boolean equals(@Nullable Object other);

  @Override
  int hashCode();
}
