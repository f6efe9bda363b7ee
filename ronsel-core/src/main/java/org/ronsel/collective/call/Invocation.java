package org.ronsel.collective.call;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.algorithm.CombiningOrder;
import org.ronsel.collective.algorithm.ScheduledAlgorithm;
import org.ronsel.collective.reduction.Reduction;
import org.ronsel.collective.schedule.BlockTable;
import org.ronsel.data.DataRange;
import org.ronsel.data.ElementType;
import org.ronsel.data.Signature;

/**
 * A collective call as one rank makes it: which operation, on which data. Offsets, counts and
 * displacements are in elements; buffers are primitive arrays, of the type's carrier if they are
 * combined. Filled in before the call and then only read; may be filled in again when the operation
 * is over.
 */
public final class Invocation {
  /** Whether a call blocks, and whether its request can be started again (MPI-4.1, section 2.4). */
  public enum CallKind {
    /** The call returns when the rank's part is done. */
    BLOCKING,
    /** The call returns a request. */
    NONBLOCKING,
    /** The call returns a request that can be started repeatedly. */
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

  private CallKind kind = CallKind.BLOCKING;
  private Collective collective = Collective.BARRIER;
  private ElementType type = ElementType.BYTE;
  private long count;
  private int root;
  private @Nullable Reduction reduction;
  private @Nullable Object input;
  private int inputAt;
  private @Nullable Object output;
  private int outputAt;
  private final BlockTable inputs = new BlockTable();
  private final BlockTable outputs = new BlockTable();
  private @Nullable CallNames names;
  private @Nullable ScheduledAlgorithm algorithm;
  private @Nullable ScheduledAlgorithm chosen;
  private @Nullable Signature element;
  private long elements;
  private @Nullable Staging staging;
  private int request;
  private int starts;
  private boolean shorterBlocks;
  private boolean lengthOfRoot;

  /** Makes an empty one. */
  public Invocation() {}

  /**
   * Begins to fill it in.
   *
   * @param elementCount elements of one block; in operations with tables, of the block that is the
   *     only one of a buffer, if there is such
   */
  public Invocation of(
      CallKind how, Collective operation, ElementType elements, long elementCount) {
    keep(how, operation, elements);
    count = elementCount;
    root = 0;
    if (!operation.combines()) {
      reduction = null;
    }
    input = null;
    output = null;
    inputs.reset(0);
    outputs.reset(0);
    names = null;
    algorithm = null;
    chosen = null;
    element = null;
    staging = null;
    shorterBlocks = false;
    lengthOfRoot = false;
    return this;
  }

  /**
   * References are stored if they change only: an object that has lived long pays for each that it
   * is given with a fence, which waits for all stores before it.
   */
  private void keep(CallKind how, Collective operation, ElementType elements) {
    if (kind != how) {
      kind = how;
    }
    if (collective != operation) {
      collective = operation;
    }
    if (type != elements) {
      type = elements;
    }
  }

  /** Says of what type the elements are, and how many a block has. */
  public Invocation elements(ElementType type, long blockCount) {
    keep(kind, collective, type);
    count = blockCount;
    return this;
  }

  /** Sets the array that the data are read from. */
  public Invocation from(Object array, int at) {
    input = array;
    inputAt = at;
    return this;
  }

  /** Sets the range that the data are read from, of elements that {@link #elements} has named. */
  public Invocation from(DataRange data) {
    long index = index(data);
    return index < 0 ? from(slice(data), 0) : from(data.base(), (int) index);
  }

  /** Sets the range that the data are written to, of elements that {@link #elements} has named. */
  public Invocation to(DataRange data) {
    long index = index(data);
    return index < 0 ? to(slice(data), 0) : to(data.base(), (int) index);
  }

  /** At which element of their base data begin, or -1 if the last index is no int. */
  private long index(DataRange data) {
    long at = data.offset() >> type.shift();
    boolean fits =
        at <= Integer.MAX_VALUE
            && (at == 0 || at + (data.bytes() >> type.shift()) <= Integer.MAX_VALUE);
    return fits && at << type.shift() == data.offset() ? at : -1;
  }

  private static MemorySegment slice(DataRange data) {
    MemorySegment all =
        data.base() instanceof MemorySegment segment
            ? segment
            : MemorySegment.ofArray((byte[]) data.base());
    return all.asSlice(data.offset(), data.bytes());
  }

  /**
   * Sets the array that the data are written to; the same as the input for an operation in place.
   */
  public Invocation to(Object array, int at) {
    output = array;
    outputAt = at;
    return this;
  }

  /** The operator. */
  public Invocation combinedBy(Reduction op) {
    if (reduction != op) {
      reduction = op;
    }
    return this;
  }

  /** The data lie elsewhere than in the arrays. */
  public Invocation staged(Staging elsewhere) {
    staging = elsewhere;
    return this;
  }

  /** Blocks may be shorter than their receiver says; see {@link #takesShorterBlocks}. */
  public Invocation withShorterBlocks(boolean allowed) {
    shorterBlocks = allowed;
    return this;
  }

  /** Of a broadcast: the root alone says how much there is; see {@link #hasLengthOfRoot}. */
  public Invocation withLengthOfRoot() {
    lengthOfRoot = true;
    return this;
  }

  /** The root. */
  public Invocation rootedAt(int rank) {
    root = rank;
    return this;
  }

  /** Lengths and places of the blocks that go to each rank, to be filled in. */
  public BlockTable fromBlocks(int ranks) {
    return inputs.reset(ranks);
  }

  /** Lengths and places of the blocks that come from each rank, to be filled in. */
  public BlockTable toBlocks(int ranks) {
    return outputs.reset(ranks);
  }

  /** The method called has other names than the operation. */
  public Invocation named(CallNames methods) {
    names = methods;
    return this;
  }

  /** There is no algorithm to choose: the operation is among some of the ranks only. */
  public Invocation by(ScheduledAlgorithm only) {
    algorithm = only;
    return this;
  }

  /**
   * Sets what ranks compare where the data are not basic values: a number of elements of these
   * values.
   */
  public Invocation comparedAs(Signature each, long count) {
    element = each;
    elements = count;
    return this;
  }

  /**
   * Says, of a persistent call, which one of the communicator it is.
   *
   * @param before how many have been initialised before it
   * @param by the algorithm of all its starts, which ranks do not make in one order with others
   */
  public void initialised(int before, ScheduledAlgorithm by) {
    request = before;
    starts = 0;
    chosen = by;
  }

  /** The algorithm of all starts of a persistent call; null of other calls. */
  public @Nullable ScheduledAlgorithm chosen() {
    return chosen;
  }

  /** A persistent call is started; how often it has been before. */
  public int startsAgain() {
    return starts++;
  }

  /** The number of persistent calls of the communicator that were initialised before this one. */
  public int request() {
    return request;
  }

  /** The number of times a persistent call has been started. */
  public int starts() {
    return starts;
  }

  /** Forgets all that is the program's. */
  public void release() {
    input = null;
    output = null;
    staging = null;
    element = null;
    if (reduction != null && reduction.isOfProgram()) {
      reduction = null;
    }
  }

  /** Whether it is blocking, nonblocking or persistent. */
  public CallKind kind() {
    return kind;
  }

  /** The operation. */
  public Collective collective() {
    return collective;
  }

  /** Name of the method called. */
  public String call() {
    CallNames methods = names;
    if (methods != null) {
      return methods.of(kind);
    }
    return switch (kind) {
      case BLOCKING -> collective.call();
      case NONBLOCKING -> collective.startingCall();
      case PERSISTENT -> collective.preparingCall();
    };
  }

  /** Name of the method that does the same and blocks. */
  public String operation() {
    CallNames methods = names;
    return methods == null ? collective.call() : methods.blocking();
  }

  /** The algorithm to use, if there is no choice. */
  public @Nullable ScheduledAlgorithm algorithm() {
    return algorithm;
  }

  /** The values of an element where they are not {@link #type()}; else null. */
  public @Nullable Signature element() {
    return element;
  }

  /** The number of such elements. */
  public long elements() {
    return elements;
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

  /**
   * The length of the message as all ranks know it: of a rank's block where ranks have blocks, of
   * the average one where they differ; 0 if ranks know different lengths.
   */
  public long commonBytes() {
    return switch (collective) {
      case ALL_GATHERV -> average(outputs);
      case REDUCE_SCATTER -> average(inputs);
      default -> collective.hasTable() || lengthOfRoot ? 0 : bytes();
    };
  }

  private long average(BlockTable blocks) {
    return blocks.isEmpty() ? 0 : Math.ceilDiv(blocks.total(), blocks.size()) << type.shift();
  }

  /** The root; 0 where there is none. */
  public int root() {
    return root;
  }

  /** The operator; null where nothing is combined. */
  public @Nullable Reduction reduction() {
    return reduction;
  }

  /** The order in which the ranks' data have to be combined. */
  public CombiningOrder order() {
    return CombiningOrder.of(reduction);
  }

  /** The array that the data come from. */
  public Object input() {
    Object array = input;
    return array != null ? array : NOTHING;
  }

  /** First element there. */
  public int inputAt() {
    return inputAt;
  }

  /**
   * Elements from the first to the last that the calling rank gives.
   *
   * @param ranks for how many ranks it has a block where it has one for each
   * @param isRoot whether the calling rank is the root
   */
  public long inputSpan(int ranks, boolean isRoot) {
    if (input == null) {
      return 0; // between groups some ranks give nothing
    }
    long span = inputs.isEmpty() ? count : inputs.span();
    return switch (collective) {
      case BARRIER -> 0;
      case BROADCAST -> isRoot ? count : 0;
      case SCATTER -> isRoot ? count * ranks : 0;
      case SCATTERV -> isRoot ? span : 0;
      case ALL_TO_ALLV -> inputs.span(); // of none where there is no neighbour to send to
      case ALL_TO_ALL, REDUCE_SCATTER_BLOCK -> count * ranks;
      default -> span;
    };
  }

  /**
   * Elements from the first to the last that the calling rank receives: none where it has them
   * already, as the root of a scatter in place.
   *
   * @param ranks from how many ranks it has a block where it has one from each
   * @param isRoot whether the calling rank is the root
   */
  public long outputSpan(int ranks, boolean isRoot) {
    if (output == null) {
      return 0;
    }
    long span = outputs.isEmpty() ? count : outputs.span();
    return switch (collective) {
      case BARRIER -> 0;
      case BROADCAST -> isRoot ? 0 : count;
      case REDUCE -> isRoot ? count : 0;
      case GATHER -> isRoot ? count * ranks : 0;
      case GATHERV -> isRoot ? span : 0;
      case SCATTER, SCATTERV -> isRoot && input == output ? 0 : count;
      case ALL_TO_ALLV -> outputs.span(); // of none where there is no neighbour to receive from
      case ALL_GATHER, ALL_TO_ALL -> outputs.isEmpty() ? count * ranks : span;
      default -> span;
    };
  }

  /** The array that the data go to. */
  public Object output() {
    Object array = output;
    return array != null ? array : NOTHING;
  }

  /** First element there. */
  public int outputAt() {
    return outputAt;
  }

  /** Moves the data into the arrays and out of them; null if they are there already. */
  public @Nullable Staging staging() {
    return staging;
  }

  /**
   * Whether a block that this rank receives may be shorter than it says, so that the rest of it
   * stays as it is. Data that are staged would be written as a whole.
   */
  public boolean takesShorterBlocks() {
    return shorterBlocks && staging == null;
  }

  /**
   * Whether ranks may name different counts in a blocking broadcast: the root what it gives, and
   * the others the most that they take. All ranks must say so, or none; data are not staged.
   */
  public boolean hasLengthOfRoot() {
    return lengthOfRoot;
  }

  /**
   * Whether the data of all ranks are written to where they are read from.
   *
   * @param rank the calling rank, whose block may lie among those of the output
   */
  public boolean inPlace(int rank) {
    if (input != output || input == null || count == 0 && !collective.hasTable()) {
      return false; // what has no elements may lie anywhere
    }
    return inputAt
        == switch (collective) {
          case ALL_GATHER -> outputAt + rank * count;
          case ALL_GATHERV -> outputAt + outputs.place(rank);
          default -> outputAt;
        };
  }

  /** Blocks to each rank, counted from {@link #inputAt()}; none where there is one for all. */
  public BlockTable inputs() {
    return inputs;
  }

  /** Blocks from each rank, counted from {@link #outputAt()}; none where there is one. */
  public BlockTable outputs() {
    return outputs;
  }

  /** Whether blocks differ in length. */
  public boolean hasTable() {
    return collective.hasTable() || !inputs.isEmpty() || !outputs.isEmpty();
  }
}
