package org.ronsel.collective.schedule;

import java.util.Arrays;

/**
 * The part of one rank in a collective operation: steps, and which of them wait for which.
 * Immutable; shared freely between threads and runs.
 *
 * <p>A schedule does not know the length of the message, its type or its operator. It speaks of
 * <em>units</em>: the operation's count of elements (a <em>whole</em>) is divided into {@link
 * #parts()} units as evenly as possible, and a buffer is a row of wholes. With one part a unit is a
 * block of {@code count} elements, as gather and allGather want it. A {@link BlockLayout} gives the
 * places of the units when the schedule is run, so one schedule serves all lengths, and lengths may
 * be learned while it runs.
 *
 * <p>Peers are ranks of the communicator. The messages between two ranks are told apart by labels:
 * the n-th send of a rank to a peer meets the n-th receive of the peer from it, in whatever order
 * the steps start.
 *
 * <p>Steps are numbered from 0 in an order in which they could be executed one after the other.
 */
public final class Schedule {
  /** Words per step in {@code words}. */
  static final int STRIDE = 7;

  static final int KIND = 0;
  static final int PEER = 1;
  static final int LABEL = 2;
  static final int UNITS = 3;
  static final int PLACE = 4;

  /** A place is a unit, with the buffer in the upper bits. */
  static final int BUFFER_SHIFT = 29;

  private final int rank;
  private final int ranks;
  private final int parts;
  private final int scratchUnits;
  private final boolean scratchInPlaces;
  private final int[] words;
  private final int[] prerequisites;
  private final int[] successorsFrom;
  private final int[] successors;

  /**
   * Made by {@link ScheduleBuilder}.
   *
   * @param prerequisites by step, how many other steps it waits for
   * @param successorsFrom by step, where in {@code successors} the steps begin that wait for it
   */
  Schedule(
      int rank,
      int ranks,
      int parts,
      int scratchUnits,
      boolean scratchInPlaces,
      int[] words,
      int[] prerequisites,
      int[] successorsFrom,
      int[] successors) {
    this.rank = rank;
    this.ranks = ranks;
    this.parts = parts;
    this.scratchUnits = scratchUnits;
    this.scratchInPlaces = scratchInPlaces;
    this.words = words;
    this.prerequisites = prerequisites;
    this.successorsFrom = successorsFrom;
    this.successors = successors;
  }

  /**
   * Returns this schedule for ranks with other numbers.
   *
   * @param ownRank the number of the rank that it belongs to
   * @param ofRanks number of ranks of the communicator
   * @param numbers the new number of each rank of this schedule
   */
  public Schedule renumbered(int ownRank, int ofRanks, int[] numbers) {
    int[] changed = words.clone();
    for (int at = PEER; at < changed.length; at += STRIDE) {
      if (changed[at] >= 0) {
        changed[at] = numbers[changed[at]];
      }
    }
    return new Schedule(
        ownRank,
        ofRanks,
        parts,
        scratchUnits,
        scratchInPlaces,
        changed,
        prerequisites,
        successorsFrom,
        successors);
  }

  /** Whether a rank does the same by both: the same steps, in the same order. */
  public boolean doesTheSameAs(Schedule other) {
    return rank == other.rank
        && ranks == other.ranks
        && parts == other.parts
        && scratchUnits == other.scratchUnits
        && scratchInPlaces == other.scratchInPlaces
        && Arrays.equals(words, other.words)
        && Arrays.equals(prerequisites, other.prerequisites)
        && Arrays.equals(successorsFrom, other.successorsFrom)
        && Arrays.equals(successors, other.successors);
  }

  /** The rank that this schedule belongs to. */
  public int rank() {
    return rank;
  }

  /** Number of ranks of the communicator. */
  public int ranks() {
    return ranks;
  }

  /** Into how many units the operation's count of elements is divided. */
  public int parts() {
    return parts;
  }

  /** Size of SCRATCH in units. */
  public int scratchUnits() {
    return scratchUnits;
  }

  /**
   * Whether SCRATCH is a row of places, each with room for any one unit of a whole, and not a row
   * of wholes: of {@code n} units in a whole, number {@code i n + j} is unit {@code j} in place
   * {@code i}.
   */
  public boolean scratchInPlaces() {
    return scratchInPlaces;
  }

  /** Number of steps. */
  public int steps() {
    return prerequisites.length;
  }

  /** The kind of a step. */
  public StepKind kind(int step) {
    return StepKind.of(words[step * STRIDE + KIND]);
  }

  /** The rank that a step sends to or receives from. */
  public int peer(int step) {
    return words[step * STRIDE + PEER];
  }

  /**
   * The label of a step: its number among the messages between this rank and the peer in this
   * direction, from 0.
   */
  public int label(int step) {
    return words[step * STRIDE + LABEL];
  }

  /** The number of units that a step sends, receives, copies or combines. */
  public int units(int step) {
    return words[step * STRIDE + UNITS];
  }

  /**
   * The buffer of a place of a step.
   *
   * @param place 0, or 1 for a copy's destination, or 1 and 2 for a reduction's right side and
   *     result
   */
  public Buffer buffer(int step, int place) {
    return Buffer.of(words[step * STRIDE + PLACE + place] >>> BUFFER_SHIFT);
  }

  /** The first unit of a place of a step; see {@link #buffer}. */
  public int unit(int step, int place) {
    return words[step * STRIDE + PLACE + place] & (1 << BUFFER_SHIFT) - 1;
  }

  /** The number of steps that must be done before this one starts. */
  public int prerequisites(int step) {
    return prerequisites[step];
  }

  /** The number of steps that wait for this one. */
  public int successors(int step) {
    return successorsFrom[step + 1] - successorsFrom[step];
  }

  /** The {@code i}-th of the steps that wait for this one. */
  public int successor(int step, int i) {
    return successors[successorsFrom[step] + i];
  }

  void copyPrerequisites(int[] to) {
    System.arraycopy(prerequisites, 0, to, 0, prerequisites.length);
  }
}
