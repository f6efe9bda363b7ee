package org.ronsel.collective.schedule;

import java.util.Arrays;
import java.util.function.IntConsumer;

/**
 * The steps that have used each unit, for schedules of thousands of steps, in which comparing every
 * step with every earlier one would take time with the square of their number. A use of few units
 * is listed under each of them; the uses of many are a list of their own, which is short in all
 * schedules of that length.
 */
final class StepIndex {
  /** Uses of this many units at most are listed by unit. */
  static final int NARROW = 4;

  private final LongChains writers = new LongChains();
  private final LongChains readers = new LongChains();
  private final LongChains labels = new LongChains();
  private int[] wide = new int[16];
  private int wideCount;

  /** Counts the messages of a kind with a peer: 0 for the first. */
  int nextLabel(int kind, int peer) {
    long key = (long) kind << 32 | peer;
    int newest = labels.first(key);
    int label = newest < 0 ? 0 : labels.value(newest) + 1;
    labels.set(key, label);
    return label;
  }

  /** Visits the earlier steps that a reader, or a writer, of a unit waits for. */
  void forEachBefore(long unit, boolean writes, IntConsumer visit) {
    visit(writers, unit, visit);
    if (writes) {
      visit(readers, unit, visit);
    }
  }

  private static void visit(LongChains chains, long unit, IntConsumer visit) {
    for (int entry = chains.first(unit); entry >= 0; entry = chains.next(entry)) {
      visit.accept(chains.value(entry));
    }
  }

  /** Visits the steps that use many units. */
  void forEachWide(IntConsumer visit) {
    for (int i = 0; i < wideCount; i++) {
      visit.accept(wide[i]);
    }
  }

  /** Notes that a step reads a unit. */
  void reads(int step, long unit) {
    readers.add(unit, step);
  }

  /**
   * Notes that a step writes a unit. It waits for all that used the unit before, so a step that
   * waits for it waits for them too, and they need not be kept.
   */
  void writes(int step, long unit) {
    writers.set(unit, step);
    readers.clear(unit);
  }

  /** Notes a step that uses many units. */
  void addWide(int step) {
    if (wideCount == wide.length) {
      wide = Arrays.copyOf(wide, wideCount * 2);
    }
    wide[wideCount++] = step;
  }
}
