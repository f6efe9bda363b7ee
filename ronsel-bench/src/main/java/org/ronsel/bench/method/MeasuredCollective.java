package org.ronsel.bench.method;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The collective operations that are measured. The name of a loop is the name alone for the
 * blocking form, has the prefix {@code i} for the nonblocking form, and the suffix {@code
 * -persistent} for the persistent form. {@code operations.c} reads the same names.
 */
public enum MeasuredCollective {
  /** All ranks wait for each other. */
  BARRIER(false, true),
  /** Data of the root go to all ranks. */
  BROADCAST(true, false),
  /** Blocks of all ranks go to the root. */
  GATHER(true, false),
  /** The same, by lengths and places. */
  GATHERV(true, false),
  /** Blocks of the root go to all ranks, one each. */
  SCATTER(true, false),
  /** The same, by lengths and places. */
  SCATTERV(true, false),
  /** Blocks of all ranks go to all ranks. */
  ALLGATHER(false, true),
  /** The same, by lengths and places. */
  ALLGATHERV(false, true),
  /** Each rank sends a different block to each rank. */
  ALLTOALL(false, true),
  /** The same, by lengths and places. */
  ALLTOALLV(false, true),
  /** Sums at the root. */
  REDUCE(true, false),
  /** Sums on all ranks. */
  ALLREDUCE(false, true),
  /** Sums, of which each rank gets a part; sizes are those of the whole. */
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

  MeasuredCollective(boolean rooted, boolean synchronises) {
    this.rooted = rooted;
    this.synchronises = synchronises;
  }

  /** Whether a call is blocking, nonblocking or persistent. */
  public enum CallKind {
    /** The call blocks. */
    BLOCKING,
    /** The call is started, and its request awaited. */
    NONBLOCKING,
    /** The call is initialised once and started repeatedly. */
    PERSISTENT
  }

  /**
   * A loop.
   *
   * @param collective the operation
   * @param kind of its calls
   */
  public record Loop(MeasuredCollective collective, CallKind kind) {}

  /** The loop with a name; empty if the name is not that of a collective operation. */
  public static Optional<Loop> loop(String kernel) {
    for (MeasuredCollective each : values()) {
      for (CallKind kind : CallKind.values()) {
        if (each.kernel(kind).equals(kernel)) {
          return Optional.of(new Loop(each, kind));
        }
      }
    }
    return Optional.empty();
  }

  /** Name of the loop. */
  public String kernel(CallKind kind) {
    String name = name().toLowerCase(Locale.ROOT);
    return switch (kind) {
      case BLOCKING -> name;
      case NONBLOCKING -> "i" + name;
      case PERSISTENT -> name + PERSISTENT;
    };
  }

  /** The operations of neighbours. */
  public static List<MeasuredCollective> neighbors() {
    return List.of(NEIGHBORALLGATHER, NEIGHBORALLGATHERV, NEIGHBORALLTOALL, NEIGHBORALLTOALLV);
  }

  /** Whether the operation has a root. */
  public boolean isRooted() {
    return rooted;
  }

  /**
   * Whether no rank leaves the operation before all have entered, so that no rank can run ahead in
   * a loop.
   */
  public boolean synchronises() {
    return synchronises;
  }

  /** Whether the operation combines numbers. */
  public boolean reduces() {
    return switch (this) {
      case REDUCE, ALLREDUCE, REDUCESCATTER, REDUCESCATTERBLOCK, SCAN, EXSCAN -> true;
      default -> false;
    };
  }

  /** Whether the operation has a form for objects. */
  public boolean takesObjects() {
    return switch (this) {
      case BROADCAST, GATHER, SCATTER, ALLGATHER, ALLTOALL, REDUCE, ALLREDUCE -> true;
      default -> false;
    };
  }

  /** Whether the operation is between neighbours of a topology. */
  public boolean isOfNeighbors() {
    return neighbors().contains(this);
  }

  /** The largest number of blocks that a rank gives. */
  public long blocksGiven(int ranks) {
    return switch (this) {
      case SCATTER, SCATTERV, ALLTOALL, ALLTOALLV -> ranks;
      case NEIGHBORALLTOALL, NEIGHBORALLTOALLV -> 2;
      default -> 1;
    };
  }

  /** The largest number of blocks that a rank gets. */
  public long blocksTaken(int ranks) {
    return switch (this) {
      case GATHER, GATHERV, ALLGATHER, ALLGATHERV, ALLTOALL, ALLTOALLV -> ranks;
      case NEIGHBORALLGATHER, NEIGHBORALLGATHERV, NEIGHBORALLTOALL, NEIGHBORALLTOALLV -> 2;
      default -> 1;
    };
  }
}
