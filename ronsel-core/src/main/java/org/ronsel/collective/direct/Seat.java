package org.ronsel.collective.direct;

import org.jspecify.annotations.Nullable;
import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.reduction.Reduction;
import org.ronsel.data.ElementType;

/**
 * What one rank brings to a meeting. Written by the rank before it arrives; read by others from
 * when all have arrived until the meeting is over.
 */
final class Seat extends SeatPadding {
  private static final byte[] NOTHING = {};

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

  /** The phase for which this rank has arrived last; others read it for reports only. */
  int arrivedFor;

  /** Wakes the rank if it is parked. */
  final MeetingWait wait;

  Seat(MeetingWait wait) {
    this.wait = wait;
  }

  void release() {
    input = NOTHING;
    output = NOTHING;
    reduction = null;
  }

  /** Number in which seats of one call agree, with high probability only those. */
  int signature() {
    Reduction op = reduction;
    int hash = collective.ordinal() * 31 + type.ordinal();
    hash = hash * 31 + root;
    hash = hash * 31 + (op == null ? 0 : op.signature());
    return hash * 31 + (int) (count * 0x9E3779B1);
  }

  boolean agreesWith(Seat other) {
    return collective == other.collective
        && type == other.type
        && count == other.count
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
      text.append(" of ").append(count).append(' ').append(type);
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
