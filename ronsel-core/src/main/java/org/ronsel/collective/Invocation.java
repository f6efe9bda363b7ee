package org.ronsel.collective;

import org.jspecify.annotations.Nullable;
import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.algorithm.CombiningOrder;
import org.ronsel.collective.reduction.Reduction;
import org.ronsel.data.ElementType;

/**
 * A collective call as one rank makes it: which operation, on which data. Offsets, counts and
 * displacements are in elements; buffers are primitive arrays, of the type's carrier if they are
 * combined. Filled in before the call and then only read; may be filled in again when the operation
 * is over.
 */
public final class Invocation {
  /** How a call is made. */
  public enum Form {
    /** It returns when the rank's part is done. */
    BLOCKING,
    /** It returns a request. */
    STARTED,
    /** It returns a request that can be started again and again. */
    PERSISTENT
  }

  /** Brings data to the arrays of the call, and away, that lie elsewhere. */
  public interface Staging {
    /** Before each start. */
    void load();

    /** After the operation has succeeded, before its request completes. */
    void unload();
  }

  private static final byte[] NOTHING = {};
  private static final int[] NO_TABLE = {};

  private Form form = Form.BLOCKING;
  private Collective collective = Collective.BARRIER;
  private ElementType type = ElementType.BYTE;
  private long count;
  private int root;
  private @Nullable Reduction reduction;
  private Object input = NOTHING;
  private int inputAt;
  private Object output = NOTHING;
  private int outputAt;
  private int[] inputCounts = NO_TABLE;
  private int[] inputDisplacements = NO_TABLE;
  private int[] outputCounts = NO_TABLE;
  private int[] outputDisplacements = NO_TABLE;
  private @Nullable Staging staging;

  /** Makes an empty one. */
  public Invocation() {}

  /**
   * Begins to fill it in.
   *
   * @param count elements of one block; in operations with tables, of the block that is the only
   *     one of a buffer, if there is such
   */
  public Invocation of(Form how, Collective operation, ElementType elements, long elementCount) {
    form = how;
    collective = operation;
    type = elements;
    count = elementCount;
    root = 0;
    reduction = null;
    input = NOTHING;
    output = NOTHING;
    inputCounts = NO_TABLE;
    inputDisplacements = NO_TABLE;
    outputCounts = NO_TABLE;
    outputDisplacements = NO_TABLE;
    staging = null;
    return this;
  }

  /** Where the data come from. */
  public Invocation from(Object array, int at) {
    input = array;
    inputAt = at;
    return this;
  }

  /** Where the data go; the same place as they come from for an operation in place. */
  public Invocation to(Object array, int at) {
    output = array;
    outputAt = at;
    return this;
  }

  /** The operator. */
  public Invocation combinedBy(Reduction op) {
    reduction = op;
    return this;
  }

  /** The data lie elsewhere than in the arrays. */
  public Invocation staged(Staging elsewhere) {
    staging = elsewhere;
    return this;
  }

  /** The root. */
  public Invocation rootedAt(int rank) {
    root = rank;
    return this;
  }

  /** Lengths and places of the blocks that go to each rank. */
  public Invocation fromBlocks(int[] counts, int[] displacements) {
    inputCounts = counts;
    inputDisplacements = displacements;
    return this;
  }

  /** Lengths and places of the blocks that come from each rank. */
  public Invocation toBlocks(int[] counts, int[] displacements) {
    outputCounts = counts;
    outputDisplacements = displacements;
    return this;
  }

  /** Forgets all memory. */
  void release() {
    of(Form.BLOCKING, Collective.BARRIER, ElementType.BYTE, 0);
  }

  /** How the call is made. */
  public Form form() {
    return form;
  }

  /** The operation. */
  public Collective collective() {
    return collective;
  }

  /** Name of the method called. */
  public String call() {
    return switch (form) {
      case BLOCKING -> collective.call();
      case STARTED -> collective.startingCall();
      case PERSISTENT -> collective.preparingCall();
    };
  }

  /** Type of the elements. */
  public ElementType type() {
    return type;
  }

  /** Elements of one block. */
  public long count() {
    return count;
  }

  /** Bytes of one block. */
  public long bytes() {
    return count << type.shift();
  }

  /** The root; 0 where there is none. */
  public int root() {
    return root;
  }

  /** The operator; null where nothing is combined. */
  public @Nullable Reduction reduction() {
    return reduction;
  }

  /** How the ranks' data are to be combined. */
  public CombiningOrder order() {
    return CombiningOrder.of(reduction);
  }

  /** The array that the data come from. */
  public Object input() {
    return input;
  }

  /** First element there. */
  public int inputAt() {
    return inputAt;
  }

  /**
   * Elements from the first to the last that the calling rank gives.
   *
   * @param ranks number of ranks of the communicator
   * @param isRoot whether the calling rank is the root
   */
  public long inputSpan(int ranks, boolean isRoot) {
    long span = 0;
    for (int rank = 0; rank < inputCounts.length; rank++) {
      span = Math.max(span, (long) inputDisplacements[rank] + inputCounts[rank]);
    }
    return switch (collective) {
      case BARRIER -> 0;
      case BROADCAST -> isRoot ? count : 0;
      case SCATTER -> isRoot ? count * ranks : 0;
      case ALL_TO_ALL, REDUCE_SCATTER_BLOCK -> count * ranks;
      case SCATTERV, ALL_TO_ALLV, REDUCE_SCATTER -> span;
      default -> count;
    };
  }

  /** The array that the data go to. */
  public Object output() {
    return output;
  }

  /** First element there. */
  public int outputAt() {
    return outputAt;
  }

  /** What brings the data to the arrays; null if they are there. */
  public @Nullable Staging staging() {
    return staging;
  }

  /** Whether the data go where they come from. */
  public boolean inPlace() {
    return input == output && inputAt == outputAt && input != NOTHING;
  }

  /** Lengths of the blocks to each rank; empty where there is one block. */
  public int[] inputCounts() {
    return inputCounts;
  }

  /** Places of the blocks to each rank, counted from {@link #inputAt()}. */
  public int[] inputDisplacements() {
    return inputDisplacements;
  }

  /** Lengths of the blocks from each rank; empty where there is one block. */
  public int[] outputCounts() {
    return outputCounts;
  }

  /** Places of the blocks from each rank, counted from {@link #outputAt()}. */
  public int[] outputDisplacements() {
    return outputDisplacements;
  }
}
