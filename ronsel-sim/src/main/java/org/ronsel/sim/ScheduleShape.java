package org.ronsel.sim;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.ronsel.collective.schedule.EvenBlockLayout;
import org.ronsel.collective.schedule.Schedule;
import org.ronsel.collective.schedule.StepKind;

/**
 * The shape of a schedule, common to all ranks that differ only in their partners: kinds, lengths,
 * labels and the order of the steps. Keeps one of the schedules. Immutable, except for the tables
 * of partners that it collects.
 */
final class ScheduleShape {
  private static final StepKind[] KINDS = StepKind.values();

  private final Schedule schedule;
  private final byte[] kinds;
  private final long[] bytes;
  private final boolean[] awaited;
  private final Map<Integer, List<PartnerTable>> tables = new HashMap<>();

  /**
   * Creates the shape of a schedule.
   *
   * @param elements number of elements of the operation
   */
  ScheduleShape(Schedule schedule, long elements, int elementBytes) {
    this.schedule = schedule;
    int steps = schedule.steps();
    this.kinds = new byte[steps];
    this.bytes = new long[steps];
    this.awaited = new boolean[steps];
    EvenBlockLayout blocks = new EvenBlockLayout();
    blocks.set(elements, schedule.parts());
    for (int step = 0; step < steps; step++) {
      kinds[step] = (byte) schedule.kind(step).ordinal();
      awaited[step] = schedule.successors(step) > 0;
      int units = schedule.units(step);
      if (units > 0) {
        bytes[step] =
            elementBytes * blocks.length(schedule.buffer(step, 0), schedule.unit(step, 0), units);
      }
    }
  }

  Schedule schedule() {
    return schedule;
  }

  int steps() {
    return kinds.length;
  }

  StepKind kind(int step) {
    return KINDS[kinds[step]];
  }

  /** The number of bytes that a step sends, receives, copies or combines. */
  long bytes(int step) {
    return bytes[step];
  }

  /** Whether other steps wait for this one. */
  boolean isAwaited(int step) {
    return awaited[step];
  }

  boolean isMessage(int step) {
    return kind(step) == StepKind.SEND || kind(step) == StepKind.RECEIVE;
  }

  long hash() {
    long hash = Arrays.hashCode(kinds) * 31L + Arrays.hashCode(bytes);
    for (int step = 0; step < kinds.length; step++) {
      hash = hash * 31 + schedule.label(step);
      for (int i = schedule.successors(step) - 1; i >= 0; i--) {
        hash = hash * 31 + schedule.successor(step, i);
      }
    }
    return hash;
  }

  boolean sameAs(ScheduleShape other) {
    if (!Arrays.equals(kinds, other.kinds) || !Arrays.equals(bytes, other.bytes)) {
      return false;
    }
    for (int step = 0; step < kinds.length; step++) {
      int successors = schedule.successors(step);
      if (schedule.label(step) != other.schedule.label(step)
          || successors != other.schedule.successors(step)) {
        return false;
      }
      for (int i = 0; i < successors; i++) {
        if (schedule.successor(step, i) != other.schedule.successor(step, i)) {
          return false;
        }
      }
    }
    return true;
  }

  /**
   * The partners of a rank, by a table that it shares with other ranks if theirs are the same when
   * all numbers are shifted around the ring of ranks, or combined by exclusive or with one number.
   *
   * @param of the rank's own schedule, of this shape
   */
  Partners partners(Schedule of) {
    int[] peers = new int[steps()];
    for (int step = 0; step < peers.length; step++) {
      peers[step] = isMessage(step) ? of.peer(step) : -1;
    }
    int shifts = 1;
    int xors = 2;
    for (int step = 0; step < peers.length; step++) {
      if (peers[step] >= 0) {
        shifts = shifts * 31 + Partners.unshifted(peers[step], of.rank(), of.ranks());
        xors = xors * 31 + (peers[step] ^ of.rank());
      }
    }
    for (PartnerTable table : tables.getOrDefault(shifts, List.of())) {
      Partners partners = Partners.shifted(table, of.rank(), of.ranks());
      if (partners.are(peers)) {
        return partners;
      }
    }
    for (PartnerTable table : tables.getOrDefault(xors, List.of())) {
      Partners partners = Partners.flipped(table, of.rank(), of.ranks());
      if (partners.are(peers)) {
        return partners;
      }
    }
    PartnerTable table = new PartnerTable(this, of.rank(), peers);
    tables.computeIfAbsent(shifts, key -> new ArrayList<>(1)).add(table);
    tables.computeIfAbsent(xors, key -> new ArrayList<>(1)).add(table);
    return Partners.shifted(table, of.rank(), of.ranks());
  }
}
