package org.ronsel.collective.shared;

import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.call.Invocation;
import org.ronsel.collective.reduction.Reduction;

/**
 * How an operation is executed by ranks of one host that copy: each writes its data to the {@link
 * ControlSegment}, where others read them. Long messages go in rounds, as much as an area holds in
 * each.
 */
public abstract non-sealed class CopyAlgorithm extends SharedAlgorithm {
  /** Rounds are of a multiple of so many elements, shares too. */
  private static final int GRAIN = 8;

  /** Rounds that are worth it where an area holds a part of every other rank's block. */
  private static final long MOST_ROUNDS = 8;

  /**
   * Rounds of a stream: the first is written, and the last read, while nobody else does anything.
   */
  private static final int STREAM_ROUNDS = 4;

  /** Bytes of a round of a stream that take longer than to tell of them. */
  private static final int LEAST_STREAMED = 4 << 10;

  /** Bytes of an area that hold a grain of each type. */
  private static final int LEAST_SHARE = GRAIN * Long.BYTES;

  CopyAlgorithm(Collective collective) {
    super(collective);
  }

  /** The one of an operation that has one. */
  static CopyAlgorithm of(Collective collective) {
    CopyAlgorithm algorithm = SharedAlgorithms.copy(collective);
    if (algorithm == null) {
      throw new IllegalArgumentException(collective + " is not made by copying");
    }
    return algorithm;
  }

  /** Whether a call can be made so; what it rests on is alike on all ranks. */
  static boolean serves(Invocation call, int ranks, int areaBytes) {
    CopyAlgorithm algorithm = SharedAlgorithms.copy(call.collective());
    Reduction op = call.reduction();
    return algorithm != null
        && (op == null || serves(op))
        && algorithm.fits(call.commonBytes(), ranks, areaBytes);
  }

  /** Whether rounds, and shares of them, end where an operator lets them. */
  private static boolean serves(Reduction op) {
    return GRAIN % op.grain() == 0;
  }

  @Override
  public final boolean supports(int ranks) {
    return ranks >= 2;
  }

  @Override
  public final String name() {
    return "copy";
  }

  @Override
  public final String summary() {
    return "blocking calls of ranks of a host: through memory that they share, without messages";
  }

  /** Whether it is made for messages of a length, as all ranks know it. */
  boolean fits(long bytes, int ranks, int areaBytes) {
    return true;
  }

  /** As {@link #fits}, where an area holds a part of every other rank's block. */
  static boolean fitsAsBlocks(long bytes, int ranks, int areaBytes) {
    return bytes * ranks <= MOST_ROUNDS * areaBytes && LEAST_SHARE * ranks <= areaBytes;
  }

  /** Where, among the blocks that a rank writes for the others, that of one of these lies. */
  static int blockOf(int reader, int writer) {
    return reader < writer ? reader : reader - 1;
  }

  /** Into how many blocks, which lie in an area together, the message of a rank is divided. */
  int shares(CopyPart part) {
    return 1;
  }

  /**
   * Whether some only write and others only read, so that both go on at the same time in short
   * rounds. Where a message has several long ones, short ones do not pay.
   */
  boolean isStream(CopyPart part) {
    return false;
  }

  /** Takes part in one operation, or a part of one. */
  final void run(CopyPart part) {
    Invocation call = part.call();
    int perRound = roundElements(part);
    long at = 0;
    do {
      int count = (int) Math.min(perRound, call.count() - at);
      part.begin();
      long bytes = (long) count << call.type().shift();
      round(part, at, count, bytes);
      part.finish(ControlSegment.isInArea(bytes * part.ranks())); // of which there are two
      at += perRound;
    } while (at < call.count());
  }

  /**
   * Takes part in a round, whose first phase has begun.
   *
   * @param at the first element of the round in a block
   * @param count elements of the round in a block
   * @param bytes of these elements
   */
  abstract void round(CopyPart part, long at, int count, long bytes);

  /** Elements of a block that one round moves. */
  private int roundElements(CopyPart part) {
    Invocation call = part.call();
    long bytes = part.areaBytes() / shares(part);
    if (isStream(part) && !part.isOversubscribed()) {
      bytes = Math.min(bytes, Math.max(LEAST_STREAMED, call.bytes() / STREAM_ROUNDS));
    }
    int most = (int) bytes >> call.type().shift();
    return (int) Math.min(call.count(), most & -GRAIN);
  }
}
