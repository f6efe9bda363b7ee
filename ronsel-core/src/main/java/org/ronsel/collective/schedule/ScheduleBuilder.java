package org.ronsel.collective.schedule;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Makes the schedule of one rank from a plain sequence of steps, as a paper would print it, and
 * finds out which of them may overlap: a step waits for an earlier one exactly if one of the two
 * writes units that the other uses, or if {@link #order} says so. A message is labelled by how many
 * its pair of ranks has exchanged before in that direction.
 *
 * <p>Only overlap of units that can be seen is seen: the places of INPUT and OUTPUT must be named
 * as if the operation were in place, see the constructor.
 */
public final class ScheduleBuilder {
  private static final int NEVER_IN_PLACE = Integer.MIN_VALUE / 2;

  /** Up to this many steps, comparing each with each is faster than an index. */
  private static final int SHORT = 48;

  private final int rank;
  private final int ranks;
  private final int parts;
  private final int inputInOutput;
  private int scratchUnits;

  /** Whether in place OUTPUT may be any part of INPUT. */
  private boolean outputIsAnywhere;

  /** The number of unit numbers of SCRATCH that share one place; 0 where it has no places. */
  private int unitsPerPlace;

  private int[] words = new int[16 * Schedule.STRIDE];
  private int steps;

  /** Pairs of steps, the earlier one in the upper half, so that sorting groups them by it. */
  private long[] edges = new long[16];

  private int edgeCount;

  /** The steps by what they use, in schedules that are not short. */
  private @Nullable StepIndex index;

  /**
   * A schedule in which INPUT and OUTPUT are never the same memory.
   *
   * @param parts units per whole
   */
  public ScheduleBuilder(int rank, int ranks, int parts) {
    this(rank, ranks, parts, NEVER_IN_PLACE);
  }

  /**
   * A schedule that may also run in place.
   *
   * @param inputInOutput unit of OUTPUT that is the first unit of INPUT then
   */
  public ScheduleBuilder(int rank, int ranks, int parts, int inputInOutput) {
    this.rank = rank;
    this.ranks = ranks;
    this.parts = parts;
    this.inputInOutput = inputInOutput;
  }

  /**
   * In place OUTPUT is not the units of INPUT that the constructor was told: blocks differ in
   * length, and what lies there may be a part of any of them. To be said before the first step.
   *
   * @param blocksDiffer nothing changes if they do not
   */
  public ScheduleBuilder outputAnywhereInInput(boolean blocksDiffer) {
    if (steps > 0) {
      throw new IllegalArgumentException("said after " + steps + " steps");
    }
    outputIsAnywhere = blocksDiffer;
    return this;
  }

  /**
   * From now on SCRATCH is a row of places for one unit each; see {@link Schedule#scratchInPlaces}.
   * To be said before the first step.
   *
   * @param units per whole: the parts, or the blocks where they differ in length
   */
  public ScheduleBuilder scratchInPlaces(int units) {
    if (steps > 0 || units < 1) {
      throw new IllegalArgumentException(units + " units per place after " + steps + " steps");
    }
    unitsPerPlace = units;
    return this;
  }

  /** Sends units from a place; the number of the step. */
  public int send(int peer, Buffer from, int unit, int units) {
    return add(StepKind.SEND, peer, units, place(from, unit, units), 0, 0);
  }

  /** Receives units to a place; the number of the step. */
  public int receive(int peer, Buffer to, int unit, int units) {
    return add(StepKind.RECEIVE, peer, units, place(to, unit, units), 0, 0);
  }

  /** Sends a message without data. */
  public int signal(int peer) {
    return send(peer, Buffer.OUTPUT, 0, 0);
  }

  /** Receives a message without data. */
  public int awaitSignal(int peer) {
    return receive(peer, Buffer.OUTPUT, 0, 0);
  }

  /** Copies units; the number of the step. */
  public int copy(Buffer from, int fromUnit, Buffer to, int toUnit, int units) {
    checkCongruent(fromUnit, toUnit);
    return add(StepKind.COPY, -1, units, place(from, fromUnit, units), place(to, toUnit, units), 0);
  }

  /**
   * Combines units of a left and a right place, in this order, into a third; the number of the
   * step.
   */
  public int reduce(
      Buffer left, int leftUnit, Buffer right, int rightUnit, Buffer out, int outUnit, int units) {
    checkCongruent(leftUnit, rightUnit);
    checkCongruent(leftUnit, outUnit);
    return add(
        StepKind.REDUCE,
        -1,
        units,
        place(left, leftUnit, units),
        place(right, rightUnit, units),
        place(out, outUnit, units));
  }

  /** Makes step {@code after} wait for step {@code before} although they share no data. */
  public void order(int before, int after) {
    if (before < 0 || before >= after || after >= steps) {
      throw new IllegalArgumentException("step " + after + " cannot wait for " + before);
    }
    edge(before, after);
  }

  /** Units that are to have the same length must be the same parts of their wholes. */
  private void checkCongruent(int unit, int other) {
    if ((unit - other) % parts != 0) {
      throw new IllegalArgumentException(
          "units " + unit + " and " + other + " are different parts of " + parts);
    }
  }

  private int place(Buffer buffer, int unit, int units) {
    if (unit < 0 || units < 0 || unit + units >= 1 << Schedule.BUFFER_SHIFT) {
      throw new IllegalArgumentException(units + " units from " + unit);
    }
    if (buffer == Buffer.SCRATCH) {
      if (unitsPerPlace > 1 && units > 1) {
        throw new IllegalArgumentException("a place has room for one unit, not for " + units);
      }
      scratchUnits = Math.max(scratchUnits, unit + units);
    }
    return buffer.ordinal() << Schedule.BUFFER_SHIFT | unit;
  }

  private int add(StepKind kind, int peer, int units, int place0, int place1, int place2) {
    if (peer == rank || peer >= ranks) {
      throw new IllegalArgumentException("rank " + rank + " has no peer " + peer);
    }
    int at = steps * Schedule.STRIDE;
    if (at == words.length) {
      words = Arrays.copyOf(words, at * 2);
    }
    words[at + Schedule.KIND] = kind.ordinal();
    words[at + Schedule.PEER] = peer;
    words[at + Schedule.LABEL] = nextLabel(kind, peer);
    words[at + Schedule.UNITS] = units;
    words[at + Schedule.PLACE] = place0;
    words[at + Schedule.PLACE + 1] = place1;
    words[at + Schedule.PLACE + 2] = place2;
    if (index == null) {
      for (int before = 0; before < steps; before++) {
        edgeIfConflict(before, steps);
      }
    } else {
      edgesByIndex(index, steps);
      enter(index, steps);
    }
    steps++;
    if (steps == SHORT) {
      index = new StepIndex();
      for (int step = 0; step < steps; step++) {
        if (peer(step) >= 0) {
          index.nextLabel(kind(step).ordinal(), peer(step));
        }
        enter(index, step);
      }
    }
    return steps - 1;
  }

  private int nextLabel(StepKind kind, int peer) {
    if (peer < 0) {
      return 0;
    }
    if (index != null) {
      return index.nextLabel(kind.ordinal(), peer);
    }
    int label = 0;
    for (int at = 0; at < steps * Schedule.STRIDE; at += Schedule.STRIDE) {
      if (words[at + Schedule.KIND] == kind.ordinal() && words[at + Schedule.PEER] == peer) {
        label++;
      }
    }
    return label;
  }

  // ---- which steps use the same memory ----

  private void edgeIfConflict(int before, int after) {
    if (conflict(before, after)) {
      edge(before, after);
    }
  }

  private boolean conflict(int before, int after) {
    int written = written(before);
    int writes = written(after);
    for (int i = 0; i < places(after); i++) {
      if (written >= 0 && overlap(before, written, after, i)) {
        return true;
      }
    }
    for (int i = 0; i < places(before); i++) {
      if (writes >= 0 && overlap(before, i, after, writes)) {
        return true;
      }
    }
    return false;
  }

  /** Adds the same edges, except those that follow from others. */
  private void edgesByIndex(StepIndex earlier, int after) {
    if (isWide(after)) {
      for (int before = 0; before < after; before++) {
        edgeIfConflict(before, after);
      }
      return;
    }
    for (int place = 0; place < places(after); place++) {
      boolean writes = place == written(after);
      for (int i = 0; i < units(after); i++) {
        earlier.forEachBefore(unit(after, place, i), writes, before -> edge(before, after));
      }
    }
    earlier.forEachWide(before -> edgeIfConflict(before, after));
  }

  /** Enters a step into an index: its reads first, since a write removes earlier readers. */
  private void enter(StepIndex into, int step) {
    if (isWide(step)) {
      into.addWide(step);
      return;
    }
    int written = written(step);
    for (int place = 0; place < places(step); place++) {
      for (int i = 0; place != written && i < units(step); i++) {
        into.reads(step, unit(step, place, i));
      }
    }
    for (int i = 0; written >= 0 && i < units(step); i++) {
      into.writes(step, unit(step, written, i));
    }
  }

  private boolean isWide(int step) {
    return units(step) > StepIndex.NARROW || outputIsAnywhere && usesOutput(step);
  }

  private boolean usesOutput(int step) {
    for (int place = 0; place < places(step); place++) {
      if (isOutput(words[step * Schedule.STRIDE + Schedule.PLACE + place])) {
        return true;
      }
    }
    return false;
  }

  private int units(int step) {
    return words[step * Schedule.STRIDE + Schedule.UNITS];
  }

  private int peer(int step) {
    return words[step * Schedule.STRIDE + Schedule.PEER];
  }

  /** The {@code i}-th unit of a place, such that equal numbers are the same memory. */
  private long unit(int step, int place, int i) {
    int word = words[step * Schedule.STRIDE + Schedule.PLACE + place];
    if (isScratch(word)) {
      return 1L << 32 | scratchUnit(word) + i;
    }
    return (unitInOutput(word) + i) & 0xFFFF_FFFFL;
  }

  private StepKind kind(int step) {
    return StepKind.of(words[step * Schedule.STRIDE + Schedule.KIND]);
  }

  private int places(int step) {
    return switch (kind(step)) {
      case SEND, RECEIVE -> 1;
      case COPY -> 2;
      case REDUCE -> 3;
    };
  }

  /** The place that a step writes, or -1. */
  private int written(int step) {
    return switch (kind(step)) {
      case SEND -> -1;
      case RECEIVE -> 0;
      case COPY -> 1;
      case REDUCE -> 2;
    };
  }

  private boolean overlap(int step, int place, int other, int otherPlace) {
    int a = words[step * Schedule.STRIDE + Schedule.PLACE + place];
    int b = words[other * Schedule.STRIDE + Schedule.PLACE + otherPlace];
    if (isScratch(a) ^ isScratch(b)) {
      return false;
    }
    boolean both = a >>> Schedule.BUFFER_SHIFT == b >>> Schedule.BUFFER_SHIFT;
    if (!both && inputInOutput == NEVER_IN_PLACE) {
      return false;
    }
    if (units(step) == 0 || units(other) == 0) {
      return false;
    }
    if (outputIsAnywhere && isOutput(a) != isOutput(b)) {
      return true;
    }
    int from = isScratch(a) ? scratchUnit(a) : unitInOutput(a);
    int otherFrom = isScratch(b) ? scratchUnit(b) : unitInOutput(b);
    return from < otherFrom + units(other) && otherFrom < from + units(step);
  }

  private static boolean isOutput(int place) {
    return place >>> Schedule.BUFFER_SHIFT == Buffer.OUTPUT.ordinal();
  }

  private static boolean isScratch(int place) {
    return place >>> Schedule.BUFFER_SHIFT == Buffer.SCRATCH.ordinal();
  }

  /** A unit of SCRATCH such that equal numbers are the same memory. */
  private int scratchUnit(int place) {
    int unit = place & (1 << Schedule.BUFFER_SHIFT) - 1;
    return unitsPerPlace == 0 ? unit : unit / unitsPerPlace;
  }

  /** A unit of INPUT as the unit of OUTPUT that it is in place. */
  private int unitInOutput(int place) {
    int unit = place & (1 << Schedule.BUFFER_SHIFT) - 1;
    return place >>> Schedule.BUFFER_SHIFT == Buffer.INPUT.ordinal() ? unit + inputInOutput : unit;
  }

  // ---- the graph ----

  private void edge(int before, int after) {
    if (edgeCount == edges.length) {
      edges = Arrays.copyOf(edges, edgeCount * 2);
    }
    edges[edgeCount++] = (long) before << 32 | after;
  }

  /** The schedule of the steps so far. */
  public Schedule build() {
    long[] sorted = Arrays.stream(edges, 0, edgeCount).sorted().distinct().toArray();
    int[] prerequisites = new int[steps];
    int[] successorsFrom = new int[steps + 1];
    int[] successors = new int[sorted.length];
    for (int i = 0; i < sorted.length; i++) {
      successors[i] = (int) sorted[i];
      prerequisites[successors[i]]++;
      successorsFrom[(int) (sorted[i] >>> 32) + 1]++;
    }
    for (int step = 0; step < steps; step++) {
      successorsFrom[step + 1] += successorsFrom[step];
    }
    return new Schedule(
        rank,
        ranks,
        parts,
        scratchUnits,
        unitsPerPlace > 0,
        Arrays.copyOf(words, steps * Schedule.STRIDE),
        prerequisites,
        successorsFrom,
        successors);
  }
}
