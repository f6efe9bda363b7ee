package org.ronsel.bench.method;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The collective operations that are measured. As names of loops they stand alone for the form that
 * blocks, behind an {@code i} for the nonblocking one, and before {@code -persistent} for the
 * persistent one. {@code operations.c} reads the same names.
 */
public enum Collective {
  /** Waits for all. */
  BARRIER(false, true),
  /** From the root to all. */
  BROADCAST(true, false),
  /** Blocks of all to the root. */
  GATHER(true, false),
  /** The same, by lengths and places. */
  GATHERV(true, false),
  /** Blocks of the root to all. */
  SCATTER(true, false),
  /** The same, by lengths and places. */
  SCATTERV(true, false),
  /** Blocks of all to all. */
  ALLGATHER(false, true),
  /** The same, by lengths and places. */
  ALLGATHERV(false, true),
  /** A block from each to each. */
  ALLTOALL(false, true),
  /** The same, by lengths and places. */
  ALLTOALLV(false, true),
  /** Sums at the root. */
  REDUCE(true, false),
  /** Sums on all ranks. */
  ALLREDUCE(false, true),
  /** Sums of which each rank gets a part; sizes are of the whole. */
  REDUCESCATTER(false, true),
  /** The same, in equal parts. */
  REDUCESCATTERBLOCK(false, true),
  /** Sums over the ranks up to one. */
  SCAN(false, false),
  /** Sums over the ranks before one. */
  EXSCAN(false, false),
  /** A block to both neighbours of a ring. */
  NEIGHBORALLGATHER(false, false),
  /** The same, by lengths and places. */
  NEIGHBORALLGATHERV(false, false),
  /** A block to each neighbour of a ring. */
  NEIGHBORALLTOALL(false, false),
  /** The same, by lengths and places. */
  NEIGHBORALLTOALLV(false, false);

  private static final String PERSISTENT = "-persistent";

  private final boolean rooted;
  private final boolean synchronises;

  Collective(boolean rooted, boolean synchronises) {
    this.rooted = rooted;
    this.synchronises = synchronises;
  }

  /** How an operation is called. */
  public enum Form {
    /** It blocks. */
    BLOCKING,
    /** It is started and awaited. */
    NONBLOCKING,
    /** It has been prepared, and is started again and again. */
    PERSISTENT
  }

  /**
   * A loop.
   *
   * @param collective the operation
   * @param form how it is called
   */
  public record Loop(Collective collective, Form form) {}

  /** The loop of a name; empty if it is another one. */
  public static Optional<Loop> loop(String kernel) {
    for (Collective each : values()) {
      for (Form form : Form.values()) {
        if (each.kernel(form).equals(kernel)) {
          return Optional.of(new Loop(each, form));
        }
      }
    }
    return Optional.empty();
  }

  /** Name of the loop. */
  public String kernel(Form form) {
    String name = name().toLowerCase(Locale.ROOT);
    return switch (form) {
      case BLOCKING -> name;
      case NONBLOCKING -> "i" + name;
      case PERSISTENT -> name + PERSISTENT;
    };
  }

  /** The operations of neighbours. */
  public static List<Collective> neighbours() {
    return List.of(NEIGHBORALLGATHER, NEIGHBORALLGATHERV, NEIGHBORALLTOALL, NEIGHBORALLTOALLV);
  }

  /** Whether it has a root. */
  public boolean isRooted() {
    return rooted;
  }

  /** Whether no rank leaves it before all have come, so that a loop of it cannot run ahead. */
  public boolean synchronises() {
    return synchronises;
  }

  /** Whether it combines numbers. */
  public boolean reduces() {
    return switch (this) {
      case REDUCE, ALLREDUCE, REDUCESCATTER, REDUCESCATTERBLOCK, SCAN, EXSCAN -> true;
      default -> false;
    };
  }

  /** Whether it has a form for objects. */
  public boolean takesObjects() {
    return switch (this) {
      case BROADCAST, GATHER, SCATTER, ALLGATHER, ALLTOALL, REDUCE, ALLREDUCE -> true;
      default -> false;
    };
  }

  /** Whether it is between neighbours of a topology. */
  public boolean isOfNeighbours() {
    return neighbours().contains(this);
  }

  /** How many blocks each rank gives, at most. */
  public long blocksGiven(int ranks) {
    return switch (this) {
      case SCATTER, SCATTERV, ALLTOALL, ALLTOALLV -> ranks;
      case NEIGHBORALLTOALL, NEIGHBORALLTOALLV -> 2;
      default -> 1;
    };
  }

  /** How many blocks each rank gets, at most. */
  public long blocksTaken(int ranks) {
    return switch (this) {
      case GATHER, GATHERV, ALLGATHER, ALLGATHERV, ALLTOALL, ALLTOALLV -> ranks;
      case NEIGHBORALLGATHER, NEIGHBORALLGATHERV, NEIGHBORALLTOALL, NEIGHBORALLTOALLV -> 2;
      default -> 1;
    };
  }
}
