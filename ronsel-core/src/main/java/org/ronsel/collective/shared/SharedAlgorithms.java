package org.ronsel.collective.shared;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.ronsel.collective.algorithm.Collective;

/**
 * All algorithms of ranks that share memory. They are listed here and not in their superclasses: a
 * superclass whose initialiser needs its subclasses may deadlock when two threads initialise them.
 */
public final class SharedAlgorithms {
  private static final int OPERATIONS = Collective.values().length;
  private static final @Nullable DirectAlgorithm[] DIRECT = new DirectAlgorithm[OPERATIONS];
  private static final @Nullable CopyAlgorithm[] COPY = new CopyAlgorithm[OPERATIONS];

  static {
    for (DirectAlgorithm algorithm :
        List.of(
            DirectBarrier.INSTANCE,
            DirectBroadcast.INSTANCE,
            DirectReduce.INSTANCE,
            DirectAllReduce.INSTANCE,
            DirectRootedBlocks.GATHER,
            DirectAllGather.INSTANCE,
            DirectRootedBlocks.SCATTER,
            DirectAllToAll.INSTANCE,
            DirectReduceScatter.BLOCKS,
            DirectScan.INCLUSIVE,
            DirectScan.EXCLUSIVE,
            DirectBlocks.GATHER,
            DirectBlocks.ALL_GATHER,
            DirectBlocks.SCATTER,
            DirectBlocks.ALL_TO_ALL,
            DirectReduceScatter.TABLE)) {
      DIRECT[algorithm.collective().ordinal()] = algorithm;
    }
    for (CopyAlgorithm algorithm :
        List.of(
            new CopyExchange(Collective.BARRIER),
            new CopyBroadcast(),
            new CopyReduce(),
            new CopyAllReduce(),
            new CopyGather(),
            new CopyExchange(Collective.ALL_GATHER),
            new CopyScatter(),
            new CopyExchange(Collective.ALL_TO_ALL),
            new CopyExchange(Collective.REDUCE_SCATTER_BLOCK),
            new CopyBlocks(Collective.ALL_GATHERV),
            new CopyAllToAllv(),
            new CopyBlocks(Collective.REDUCE_SCATTER),
            new CopyScan(Collective.SCAN),
            new CopyScan(Collective.EXSCAN))) {
      COPY[algorithm.collective().ordinal()] = algorithm;
    }
  }

  private SharedAlgorithms() {}

  /** The algorithms of an operation: the direct one and, if there is one, the one that copies. */
  public static List<SharedAlgorithm> of(Collective collective) {
    CopyAlgorithm copy = copy(collective);
    return copy == null ? List.of(direct(collective)) : List.of(direct(collective), copy);
  }

  /** The direct algorithm of an operation; each operation has one. */
  static DirectAlgorithm direct(Collective collective) {
    return Objects.requireNonNull(DIRECT[collective.ordinal()], collective.name());
  }

  /** The algorithm of an operation that copies; null if there is none. */
  static @Nullable CopyAlgorithm copy(Collective collective) {
    return COPY[collective.ordinal()];
  }
}
