package org.ronsel.collective.shared;

import org.jspecify.annotations.Nullable;
import org.ronsel.ErrorText;
import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.call.CallSignature;
import org.ronsel.collective.call.Invocation;
import org.ronsel.collective.reduction.Reduction;
import org.ronsel.collective.schedule.BlockTable;
import org.ronsel.data.ElementType;

/**
 * What one rank calls, and where its data are. Other ranks of the same JVM read it, in addition to
 * the {@link ControlSegment}. The rank writes it before it arrives; others read it from the time at
 * which all have arrived until the operation is over.
 */
final class Slot extends SlotPadding {
  private static final byte[] NOTHING = {};

  // The call.
  Collective collective = Collective.BARRIER;
  ElementType type = ElementType.BYTE;
  long count;
  int root;
  @Nullable Reduction reduction;

  // Its data: arrays with the index of the first element, or a single value as bits.
  private @Nullable Object input;
  int inputAt;
  private @Nullable Object output;
  int outputAt;
  long bits;

  // If blocks have different lengths: the length and place of each rank's block, in elements.
  BlockTable inputs = BlockTable.NONE;
  BlockTable outputs = BlockTable.NONE;

  /** Whether blocks that it takes may be shorter than it says; of calls with tables. */
  boolean takesShorterBlocks;

  /** Whether the count of the root is that of the call; see {@link Invocation#hasLengthOfRoot}. */
  boolean hasLengthOfRoot;

  /** Makes an empty one. */
  Slot() {}

  /**
   * Describes a call without arrays. A reference is stored only if it changes: with G1 a store into
   * an old object costs a fence.
   */
  void fill(Collective operation, ElementType elements, long length, @Nullable Reduction operator) {
    root = 0;
    count = length;
    if (collective != operation) {
      collective = operation;
    }
    if (type != elements) {
      type = elements;
    }
    if (reduction != operator) {
      reduction = operator;
    }
  }

  /** Describes a call with arrays, except for the arrays: no other rank reads them. */
  void fillCall(Invocation call) {
    fill(call.collective(), call.type(), call.count(), call.reduction());
    root = call.root();
    takesShorterBlocks = call.takesShorterBlocks();
    hasLengthOfRoot = call.hasLengthOfRoot();
    boolean tables = collective.hasTable();
    BlockTable given = tables ? call.inputs() : BlockTable.NONE;
    if (inputs != given) {
      inputs = given;
      outputs = tables ? call.outputs() : BlockTable.NONE;
    }
  }

  /** Describes a call with arrays that other ranks read or write. */
  void fill(Invocation call) {
    fillCall(call);
    input = call.input();
    inputAt = call.inputAt();
    output = call.output();
    outputAt = call.outputAt();
  }

  /** The array that this rank's data come from. */
  Object input() {
    Object array = input;
    return array != null ? array : NOTHING;
  }

  /** The array that this rank's data go to. */
  Object output() {
    Object array = output;
    return array != null ? array : NOTHING;
  }

  /** The number of elements that this rank gives to another. */
  long given(int to) {
    return inputs.isEmpty() ? count : inputs.length(to);
  }

  /** Index of the first of them in its input. */
  long givenAt(int to) {
    return inputAt + (inputs.isEmpty() ? 0 : inputs.place(to));
  }

  /** The number of elements that this rank takes from another. */
  long taken(int from) {
    return outputs.isEmpty() ? count : outputs.length(from);
  }

  /** Index of the first of them in its output. */
  long takenAt(int from) {
    return outputAt + (outputs.isEmpty() ? 0 : outputs.place(from));
  }

  /** Drops references to the program's objects: its arrays, and operators that are its code. */
  void release() {
    input = null;
    output = null;
    if (reduction != null && reduction.isOfProgram()) {
      reduction = null;
    }
  }

  /** A number that stands for the lengths that must be the same on all ranks. */
  private long comparedCount() {
    return switch (collective) {
      case GATHERV, SCATTERV, ALL_TO_ALLV -> 0;
      case BROADCAST -> hasLengthOfRoot ? -1 : count;
      case ALL_GATHERV -> outputs.lengthsHash();
      case REDUCE_SCATTER -> inputs.lengthsHash();
      default -> count;
    };
  }

  /**
   * The type that must be the same on all ranks. Blocks without data may have any, and of those
   * whose length not all ranks know giver and taker compare it.
   */
  private ElementType comparedType() {
    boolean isAny =
        switch (collective) {
          case GATHERV, SCATTERV, ALL_TO_ALLV -> true;
          case BROADCAST -> hasLengthOfRoot || count == 0;
          case ALL_GATHERV -> outputs.total() == 0;
          default -> count == 0 && reduction == null;
        };
    return isAny ? ElementType.BYTE : type;
  }

  /**
   * The signature of the call: the operation in the upper half, and in the lower half a hash of
   * what must be the same on all ranks. Different calls have different signatures with high
   * probability.
   */
  long signature() {
    int hash = CallSignature.of(collective, comparedType(), comparedCount(), root, reduction);
    return (long) collective.ordinal() << 32 | hash & 0xffff_ffffL;
  }

  boolean agreesWith(Slot other) {
    return collective == other.collective
        && comparedType() == other.comparedType()
        && comparedCount() == other.comparedCount()
        && root == other.root
        && operator().equals(other.operator());
  }

  private String operator() {
    Reduction op = reduction;
    return op == null ? "" : op.name();
  }

  /** The call with its arguments. */
  ErrorText text() {
    return ErrorText.ofCall(collective.call()).with(arguments());
  }

  /** The arguments of the call, in words behind its name. */
  String arguments() {
    StringBuilder text = new StringBuilder();
    if (collective != Collective.BARRIER) {
      text.append(" of ").append(collective.hasTable() ? "" : count + " ").append(type);
      if (reduction != null) {
        text.append(", ").append(operator());
      }
      if (collective.hasRoot()) {
        text.append(", root ").append(root);
      }
    }
    return text.toString();
  }
}

/**
 * Padding, so that the fields of a slot lie on no cache line, or pair of lines, of another slot.
 */
abstract class SlotPadding {
  long p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11, p12, p13, p14, p15;
}
