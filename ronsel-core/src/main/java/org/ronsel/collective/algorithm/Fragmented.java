package org.ronsel.collective.algorithm;

import java.util.function.IntFunction;
import org.ronsel.collective.schedule.Placement;

/**
 * A pipeline whose number of parts follows from the length of the message: static fragments have
 * one length whatever the message, dynamic ones are halves of it, and short messages are not
 * divided. Any thread.
 */
public final class Fragmented extends ByLength {
  private static final long FRAGMENT = 32 << 10;
  private static final long WHOLE = 8 << 10;

  /** A schedule has steps for each part. */
  private static final int MOST_PARTS = 256;

  /** The rule by which messages are cut. */
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

    /** The longest part of messages that are no longer than this. */
    long longest(long bytes) {
      return switch (this) {
        case STATIC -> Math.max(Math.min(bytes, FRAGMENT), Scratch.part(bytes, MOST_PARTS));
        case DYNAMIC -> Math.max(Math.min(bytes, WHOLE), Scratch.part(bytes, 2));
      };
    }
  }

  private final Cut cut;
  private final ScheduledAlgorithm halved;
  private final String name;

  /**
   * A family of pipelines.
   *
   * @param ofParts makes the one of some number of parts, with the number at the end of its name
   */
  public Fragmented(Cut cut, IntFunction<ScheduledAlgorithm> ofParts) {
    super(MOST_PARTS + 1, 1, ofParts);
    this.cut = cut;
    this.halved = ofParts.apply(2);
    String ofTwo = halved.name();
    this.name = ofTwo.substring(0, ofTwo.length() - 1) + cut.name;
  }

  @Override
  int number(long bytes) {
    return cut.parts(bytes);
  }

  @Override
  public String summary() {
    return whole.summary()
        + switch (cut) {
          case STATIC -> ", in fragments of 32 KiB";
          case DYNAMIC -> ", in halves if longer than 8 KiB";
        };
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public long scratchBytes(Placement placement, long bytes) {
    return halved.scratchBytes(placement, Scratch.times(2, cut.longest(bytes)));
  }
}
