package org.ronsel.sim;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.ronsel.collective.schedule.StepKind;

/** The partners with which one rank exchanges messages, by step. */
final class PartnerTable {
  /** Number of steps up to which a table is searched linearly. */
  private static final int SHORT = 32;

  private final ScheduleShape shape;
  private final int rank;
  private final int[] peers;

  /** The receives in the order of peer and label; created on first use. */
  private long @Nullable [] keys;

  private int[] steps = {};

  PartnerTable(ScheduleShape shape, int rank, int[] peers) {
    this.shape = shape;
    this.rank = rank;
    this.peers = peers;
  }

  /** The rank of these partners. */
  int rank() {
    return rank;
  }

  int size() {
    return peers.length;
  }

  /** The partner of a step, or -1. */
  int peer(int step) {
    return peers[step];
  }

  /** The step that receives a message, or -1. */
  int receive(int from, int label) {
    if (peers.length > SHORT) {
      long[] sorted = keys == null ? sort() : keys;
      int at = Arrays.binarySearch(sorted, key(from, label));
      return at < 0 ? -1 : steps[at];
    }
    for (int step = 0; step < peers.length; step++) {
      if (peers[step] == from && receives(step) && shape.schedule().label(step) == label) {
        return step;
      }
    }
    return -1;
  }

  private boolean receives(int step) {
    return shape.kind(step) == StepKind.RECEIVE;
  }

  private static long key(int from, int label) {
    return (long) from << 32 | label;
  }

  private long[] sort() {
    long[] sorted = new long[peers.length];
    int count = 0;
    for (int step = 0; step < peers.length; step++) {
      if (receives(step)) {
        sorted[count++] = key(peers[step], shape.schedule().label(step));
      }
    }
    sorted = Arrays.copyOf(sorted, count);
    Arrays.sort(sorted);
    steps = new int[count];
    for (int step = 0; step < peers.length; step++) {
      if (receives(step)) {
        steps[Arrays.binarySearch(sorted, key(peers[step], shape.schedule().label(step)))] = step;
      }
    }
    keys = sorted;
    return sorted;
  }
}
