package org.ronsel.collective.algorithm;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.IntFunction;
import org.ronsel.collective.schedule.Placement;
import org.ronsel.collective.schedule.Schedule;
import org.ronsel.collective.schedule.Spread;

/**
 * A pipeline whose number of parts follows from the length of the message: static fragments have
 * one length whatever the message, dynamic ones are halves of it, and short messages are not
 * divided. Each number of parts is an algorithm of its own, made when it is first wanted. Any
 * thread.
 */
public final class Fragmented implements ScheduledAlgorithm {
  /** How messages are cut. */
  public enum Cut {
    /** Into fragments of 32 KB; of very long messages fragments are longer. */
    STATIC("static"),
    /** Into two halves if they are longer than 8 KB. */
    DYNAMIC("dynamic");

    private final String name;

    Cut(String name) {
      this.name = name;
    }

    int parts(long bytes) {
      return switch (this) {
        case STATIC -> (int) Math.max(1, Math.min(MOST_PARTS, Math.ceilDiv(bytes, FRAGMENT)));
        case DYNAMIC -> bytes > WHOLE ? 2 : 1;
      };
    }
  }

  private static final long FRAGMENT = 32 << 10;
  private static final long WHOLE = 8 << 10;

  /** A schedule has steps for each part. */
  private static final int MOST_PARTS = 256;

  private final Cut cut;
  private final IntFunction<ScheduledAlgorithm> ofParts;
  private final AtomicReferenceArray<ScheduledAlgorithm> made =
      new AtomicReferenceArray<>(MOST_PARTS + 1);
  private final ScheduledAlgorithm whole;
  private final String name;

  /**
   * A family of pipelines.
   *
   * @param ofParts makes the one of some number of parts, with the number at the end of its name
   */
  public Fragmented(Cut cut, IntFunction<ScheduledAlgorithm> ofParts) {
    this.cut = cut;
    this.ofParts = ofParts;
    this.whole = ofParts.apply(1);
    String ofTwo = ofParts.apply(2).name();
    this.name = ofTwo.substring(0, ofTwo.length() - 1) + cut.name;
    made.set(1, whole);
  }

  @Override
  public ScheduledAlgorithm forBytes(long bytes) {
    int parts = cut.parts(bytes);
    ScheduledAlgorithm known = made.get(parts);
    if (known == null) {
      made.compareAndSet(parts, null, ofParts.apply(parts));
      known = made.get(parts);
    }
    return known;
  }

  @Override
  public Collective collective() {
    return whole.collective();
  }

  @Override
  public String summary() {
    return whole.summary()
        + switch (cut) {
          case STATIC -> ", in fragments of 32 KB";
          case DYNAMIC -> ", in halves if longer than 8 KB";
        };
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public boolean keepsRankOrder() {
    return whole.keepsRankOrder();
  }

  @Override
  public boolean keepsRankOrder(Spread spread) {
    return whole.keepsRankOrder(spread);
  }

  @Override
  public boolean supports(int ranks, Spread spread) {
    return whole.supports(ranks, spread);
  }

  @Override
  public boolean supportsInPlace() {
    return whole.supportsInPlace();
  }

  /** That of a message which is not divided; see {@link #forBytes}. */
  @Override
  public Schedule schedule(int rank, Placement placement, int root) {
    return whole.schedule(rank, placement, root);
  }
}
