package org.ronsel.collective.algorithm;

import java.util.Arrays;
import org.ronsel.collective.schedule.Buffer;
import org.ronsel.collective.schedule.Placement;
import org.ronsel.collective.schedule.Schedule;
import org.ronsel.collective.schedule.ScheduleBuilder;

/**
 * Exchange with the neighbours in a topology (MPI-4.1, section 8.6): a message to each that there
 * is, all at once. Of several messages between two ranks the first sent is the first received.
 *
 * <p>Compared as an object, not by what it consists of: a rank has one for each topology.
 */
public final class NeighborExchange implements ScheduledAlgorithm {
  private final boolean blockForEach;
  private final int[] sources;
  private final int[] sourceOrder;
  private final int[] dests;

  /**
   * Makes the exchange of one rank. Neighbours are ranks, or negative where there is none.
   *
   * @param blockForEach whether each neighbour gets a block of its own, or all the same one
   * @param sources the ranks whose blocks are received, by number of the block
   * @param sourceOrder the numbers of these blocks, in the order in which the senders of several
   *     messages to this rank send them
   * @param dests the ranks to which blocks are sent, in this order, by number of the block
   */
  public NeighborExchange(boolean blockForEach, int[] sources, int[] sourceOrder, int[] dests) {
    this.blockForEach = blockForEach;
    this.sources = sources.clone();
    this.sourceOrder = sourceOrder.clone();
    this.dests = dests.clone();
  }

  @Override
  public Collective collective() {
    return blockForEach ? Collective.ALL_TO_ALLV : Collective.ALL_GATHERV;
  }

  @Override
  public String name() {
    return "neighbors";
  }

  @Override
  public boolean supportsInPlace() {
    return false;
  }

  /** The number of blocks that are received. */
  public int sources() {
    return sources.length;
  }

  /** The number of blocks that are sent, or of copies of the only one. */
  public int dests() {
    return dests.length;
  }

  /** Whether block {@code block} is received from a neighbour. */
  public boolean hasSource(int block) {
    return sources[block] >= 0;
  }

  /** Whether block {@code block} is sent to a neighbour. */
  public boolean hasDest(int block) {
    return dests[block] >= 0;
  }

  @Override
  public Schedule schedule(int rank, Placement placement, int root) {
    int ranks = placement.ranks();
    ScheduleBuilder steps = new ScheduleBuilder(rank, ranks, 1);
    for (int block : sourceOrder) {
      if (sources[block] >= 0 && sources[block] != rank) {
        steps.receive(sources[block], Buffer.OUTPUT, block, 1);
      }
    }
    int[] toSelf = Arrays.stream(sourceOrder).filter(block -> sources[block] == rank).toArray();
    int copied = 0;
    for (int block = 0; block < dests.length; block++) {
      int unit = blockForEach ? block : 0;
      if (dests[block] == rank) {
        steps.copy(Buffer.INPUT, unit, Buffer.OUTPUT, toSelf[copied++], 1);
      } else if (dests[block] >= 0) {
        steps.send(dests[block], Buffer.INPUT, unit, 1);
      }
    }
    return steps.build();
  }
}
