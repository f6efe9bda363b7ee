package org.ronsel.collective.algorithm;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.IntFunction;
import org.ronsel.collective.schedule.Placement;
import org.ronsel.collective.schedule.RankGrouping;
import org.ronsel.collective.schedule.Schedule;

/**
 * Algorithms that differ in how a message is divided, of which its length chooses one. Each is made
 * when it is first wanted. Any thread.
 */
abstract class ByLength implements ScheduledAlgorithm {
  private final IntFunction<ScheduledAlgorithm> make;
  private final AtomicReferenceArray<ScheduledAlgorithm> made;

  /** The one of messages that are not divided. */
  final ScheduledAlgorithm whole;

  /**
   * Makes a family.
   *
   * @param numbers how many there are
   * @param whole the number of the one that does not divide
   * @param make makes one of a number
   */
  ByLength(int numbers, int whole, IntFunction<ScheduledAlgorithm> make) {
    this.make = make;
    this.made = new AtomicReferenceArray<>(numbers);
    this.whole = make.apply(whole);
    made.set(whole, this.whole);
  }

  /** The number of the one for messages of a length. */
  abstract int number(long bytes);

  @Override
  public final ScheduledAlgorithm forBytes(long bytes) {
    int number = number(bytes);
    ScheduledAlgorithm known = made.get(number);
    if (known == null) {
      made.compareAndSet(number, null, make.apply(number));
      known = made.get(number);
    }
    return known;
  }

  @Override
  public Collective collective() {
    return whole.collective();
  }

  @Override
  public String summary() {
    return whole.summary();
  }

  @Override
  public String name() {
    return whole.name();
  }

  @Override
  public boolean keepsRankOrder() {
    return whole.keepsRankOrder();
  }

  @Override
  public boolean keepsRankOrder(RankGrouping grouping) {
    return whole.keepsRankOrder(grouping);
  }

  @Override
  public boolean keepsFixedOrder(int ranks) {
    return whole.keepsFixedOrder(ranks);
  }

  @Override
  public boolean supports(int ranks) {
    return whole.supports(ranks);
  }

  @Override
  public boolean supports(int ranks, RankGrouping grouping) {
    return whole.supports(ranks, grouping);
  }

  @Override
  public boolean supportsInPlace() {
    return whole.supportsInPlace();
  }

  /** The schedule for a message that is not divided; see {@link #forBytes}. */
  @Override
  public Schedule schedule(int rank, Placement placement, int root) {
    return whole.schedule(rank, placement, root);
  }
}
