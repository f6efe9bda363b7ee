package org.ronsel.collective.direct;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.ronsel.collective.Invocation;
import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.reduction.Reduction;
import org.ronsel.data.ElementType;

/**
 * What one rank brings to a meeting. Written by the rank before it arrives; read by others from
 * when all have arrived until the meeting is over.
 */
final class Seat extends SeatPadding {
  private static final byte[] NOTHING = {};
  private static final int[] NO_TABLE = {};

  // The call.
  Collective collective = Collective.BARRIER;
  ElementType type = ElementType.BYTE;
  long count;
  int root;
  @Nullable Reduction reduction;

  // Its data: arrays with the first element, or a single value as bits.
  Object input = NOTHING;
  int inputAt;
  Object output = NOTHING;
  int outputAt;
  long bits;

  // Of blocks that differ in length: elements and places, by rank.
  int[] inputCounts = NO_TABLE;
  int[] inputPlaces = NO_TABLE;
  int[] outputCounts = NO_TABLE;
  int[] outputPlaces = NO_TABLE;

  /** The phase for which this rank has arrived last; others read it for reports only. */
  int arrivedFor;

  /** Wakes the rank if it is parked. */
  final MeetingWait wait;

  Seat(MeetingWait wait) {
    this.wait = wait;
  }

  /** Takes what a rank calls. Lengths that may differ between ranks are not compared. */
  void fill(Invocation call) {
    type = call.type();
    count = call.count();
    root = call.root();
    reduction = call.reduction();
    input = call.input();
    inputAt = call.inputAt();
    output = call.output();
    outputAt = call.outputAt();
    if (call.collective().hasTable()) {
      inputCounts = call.inputCounts();
      inputPlaces = call.inputDisplacements();
      outputCounts = call.outputCounts();
      outputPlaces = call.outputDisplacements();
    }
  }

  /** Elements that this rank gives to another. */
  int given(int to) {
    return inputCounts.length == 0 ? (int) count : inputCounts[to];
  }

  /** Where they lie in its input. */
  int givenAt(int to) {
    return inputAt + (inputPlaces.length == 0 ? 0 : inputPlaces[to]);
  }

  /** Elements that this rank expects from another. */
  int taken(int from) {
    return outputCounts.length == 0 ? (int) count : outputCounts[from];
  }

  /** Where they go in its output. */
  int takenAt(int from) {
    return outputAt + (outputPlaces.length == 0 ? 0 : outputPlaces[from]);
  }

  void release() {
    input = NOTHING;
    output = NOTHING;
    reduction = null;
    if (collective.hasTable()) {
      inputCounts = NO_TABLE;
      inputPlaces = NO_TABLE;
      outputCounts = NO_TABLE;
      outputPlaces = NO_TABLE;
    }
  }

  private long comparedCount() {
    return switch (collective) {
      case GATHERV, SCATTERV, ALL_TO_ALLV -> 0;
      case ALL_GATHERV -> Arrays.hashCode(outputCounts);
      case REDUCE_SCATTER -> Arrays.hashCode(inputCounts);
      default -> count;
    };
  }

  /** Number in which seats of one call agree, with high probability only those. */
  int signature() {
    Reduction op = reduction;
    int hash = collective.ordinal() * 31 + type.ordinal();
    hash = hash * 31 + root;
    hash = hash * 31 + (op == null ? 0 : op.signature());
    return hash * 31 + (int) (comparedCount() * 0x9E3779B1);
  }

  boolean agreesWith(Seat other) {
    return collective == other.collective
        && type == other.type
        && comparedCount() == other.comparedCount()
        && root == other.root
        && operator().equals(other.operator());
  }

  private String operator() {
    Reduction op = reduction;
    return op == null ? "" : op.name();
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(collective.call());
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

/** Keeps the fields of one seat off the lines, and their neighbours, of the seat before it. */
abstract class SeatPadding {
  long p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11, p12, p13, p14, p15;
}
