package org.ronsel.collective.algorithm;

/** The collective operations (MPI-4.1, chapter 6). */
public enum Collective {
  /** No rank leaves before all have entered. */
  BARRIER("barrier", false),
  /** The root's data are sent to all ranks. */
  BROADCAST("broadcast", true),
  /** The data of all ranks are combined at the root. */
  REDUCE("reduce", true),
  /** The data of all ranks are combined, and all get the result. */
  ALL_REDUCE("allReduce", false),
  /** The block of each rank is sent to the root. */
  GATHER("gather", true),
  /** The block of each rank is sent to all ranks. */
  ALL_GATHER("allGather", false),
  /** Each rank gets a block from the root. */
  SCATTER("scatter", true),
  /** Each rank sends a different block to each rank. */
  ALL_TO_ALL("allToAll", false),
  /** The data of all ranks are combined, and each rank gets a block of the result. */
  REDUCE_SCATTER_BLOCK("reduceScatterBlock", false),
  /** Each rank gets the combination of its own data and those of the ranks below. */
  SCAN("scan", false),
  /** Each rank gets the combination of the data of the ranks below. */
  EXSCAN("exscan", false),
  /** Gather of blocks that differ in length. */
  GATHERV("gatherv", true),
  /** AllGather of blocks that differ in length. */
  ALL_GATHERV("allGatherv", false),
  /** Scatter of blocks that differ in length. */
  SCATTERV("scatterv", true),
  /** AllToAll of blocks that differ in length. */
  ALL_TO_ALLV("allToAllv", false),
  /** The data of all ranks are combined, and each rank gets a block of a length of its own. */
  REDUCE_SCATTER("reduceScatter", false);

  private final String call;
  private final String capitalized;
  private final String startingCall;
  private final String preparingCall;
  private final boolean hasRoot;

  Collective(String call, boolean hasRoot) {
    this.call = call;
    this.hasRoot = hasRoot;
    this.capitalized = Character.toUpperCase(call.charAt(0)) + call.substring(1);
    this.startingCall = "i" + capitalized;
    this.preparingCall = "persistent" + capitalized;
  }

  /** Name of the blocking method. */
  public String call() {
    return call;
  }

  /** Name of the method that only starts. */
  public String startingCall() {
    return startingCall;
  }

  /** Name of the method that makes a persistent request. */
  public String preparingCall() {
    return preparingCall;
  }

  /** Whether one rank has a special part. */
  public boolean hasRoot() {
    return hasRoot;
  }

  /**
   * Whether all ranks call it in place or none does, so that it may decide how the operation is
   * executed: elsewhere only a root may be, or each rank as it likes (MPI-4.1, sections 6.10 and
   * 6.11). Of allToAllv a rank without blocks cannot tell, nor can one whose own block is empty of
   * allGatherv.
   */
  public boolean agreesOnPlace() {
    return switch (this) {
      case ALL_REDUCE, ALL_GATHER, ALL_TO_ALL, REDUCE_SCATTER_BLOCK -> true;
      default -> false;
    };
  }

  /**
   * Whether a rank in place may exchange by an algorithm of its own, since all algorithms send one
   * message from each rank to each.
   */
  public boolean mixesAlgorithms() {
    return this == ALL_TO_ALLV;
  }

  /**
   * Whether each rank's result needs something of every rank, so that none has it before all have
   * begun. Of the other operations ranks that only send may be any number of calls ahead.
   */
  public boolean synchronizes() {
    return switch (this) {
      case BROADCAST, REDUCE, GATHER, GATHERV, SCATTER, SCATTERV, SCAN, EXSCAN -> false;
      default -> true;
    };
  }

  /** Whether data of several ranks are combined. */
  public boolean combines() {
    return switch (this) {
      case REDUCE, ALL_REDUCE, REDUCE_SCATTER_BLOCK, REDUCE_SCATTER, SCAN, EXSCAN -> true;
      default -> false;
    };
  }

  /**
   * Whether all ranks know how long the message is, or the blocks on the average, so that it may
   * decide how the operation is executed.
   */
  public boolean hasCommonLength() {
    return switch (this) {
      case BARRIER, GATHERV, SCATTERV, ALL_TO_ALLV -> false;
      default -> true;
    };
  }

  /** Whether a rank's buffers have one block for each rank, with lengths of their own. */
  public boolean hasTable() {
    return ordinal() >= GATHERV.ordinal();
  }
}
