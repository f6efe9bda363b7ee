package org.ronsel.collective.shared;

import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.call.Invocation;
import org.ronsel.collective.reduction.Reduction;

/**
 * How ranks of one host carry out an operation by copying: each rank writes its data to the {@link
 * ControlSegment}, where others read them. Data that are longer than an area go in several rounds,
 * each of which moves as many elements as an area holds.
 */
public abstract non-sealed class CopyAlgorithm extends SharedAlgorithm {
  /**
   * All rounds but the last move a multiple of so many elements, and so do the shares of a round,
   * so that none ends among elements that an operator combines as one.
   */
  private static final int GRAIN = 8;

  /**
   * The most rounds in which operations with a block for each rank are faster than messages. In
   * each round an area holds a part of every block.
   */
  private static final long MOST_ROUNDS = 8;

  /**
   * Rounds of a {@linkplain #isStream stream}. While the first is written the readers have nothing
   * to do, and while the last is read the writers have nothing to do, so rounds should be short.
   */
  private static final int STREAM_ROUNDS = 4;

  /** Shortest round of a stream, in bytes: to copy it takes longer than to post it. */
  private static final int LEAST_STREAMED = 4 << 10;

  /** Shortest part of an area, in bytes, that holds {@link #GRAIN} elements of any type. */
  private static final int LEAST_SHARE = GRAIN * Long.BYTES;

  CopyAlgorithm(Collective collective) {
    super(collective);
  }

  /** The algorithm of an operation that can be made by copying. */
  static CopyAlgorithm of(Collective collective) {
    CopyAlgorithm algorithm = SharedAlgorithms.copy(collective);
    if (algorithm == null) {
      throw new IllegalArgumentException(collective + " is not made by copying");
    }
    return algorithm;
  }

  /** Whether a call can be made by copying. All ranks get the same answer. */
  static boolean serves(Invocation call, int ranks, int areaBytes) {
    CopyAlgorithm algorithm = SharedAlgorithms.copy(call.collective());
    Reduction op = call.reduction();
    return algorithm != null
        && (op == null || serves(op))
        && algorithm.fits(call.commonBytes(), ranks, areaBytes);
  }

  /** Whether rounds and shares end between elements that an operator combines as one. */
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

  /** Whether this algorithm serves data of so many bytes, a number that all ranks know. */
  boolean fits(long bytes, int ranks, int areaBytes) {
    return true;
  }

  /** As {@link #fits}, for operations in which an area holds a part of a block for each rank. */
  static boolean fitsAsBlocks(long bytes, int ranks, int areaBytes) {
    return bytes * ranks <= MOST_ROUNDS * areaBytes && LEAST_SHARE * ranks <= areaBytes;
  }

  /** Index of the block for {@code reader} among the blocks that {@code writer} has written. */
  static int blockOf(int reader, int writer) {
    return reader < writer ? reader : reader - 1;
  }

  /** The number of blocks of which a rank writes parts into its area in one round. */
  int shares(CopyPart part) {
    return 1;
  }

  /**
   * Whether some ranks only write and the others only read, so that short rounds let both work at
   * the same time. Does not pay for data that are longer than an area.
   */
  boolean isStream(CopyPart part) {
    return false;
  }

  /** Carries out the rank's part of one call: of an operation, or of the vote after it. */
  final void run(CopyPart part) {
    Invocation call = part.call();
    int perRound = roundElements(part);
    long at = 0;
    do {
      int count = (int) Math.min(perRound, call.count() - at);
      part.begin();
      long bytes = (long) count << call.type().shift();
      round(part, at, count, bytes);
      // There are only two areas, so whoever writes the round after the next may wait for this.
      part.finish(ControlSegment.isInArea(bytes * part.ranks()));
      at += perRound;
    } while (at < call.count());
  }

  /**
   * Carries out the rank's part of a round, of which the first phase has begun.
   *
   * @param at the first element of the round in a block
   * @param count number of elements of a block that the round moves
   * @param bytes length of these elements
   */
  abstract void round(CopyPart part, long at, int count, long bytes);

  /** The number of elements of a block that one round moves. */
  private int roundElements(CopyPart part) {
    Invocation call = part.call();
    long bytes = part.areaBytes() / shares(part);
    if (isStream(part) && !part.isOversubscribed()) {
      bytes = Math.min(bytes, streamed(call.bytes()));
    }
    return (int) Math.min(call.count(), inRound(bytes, call.type().shift()));
  }

  /** The number of bytes that one round of a stream of so many moves. */
  static long streamed(long bytes) {
    return Math.max(LEAST_STREAMED, bytes / STREAM_ROUNDS);
  }

  /** The number of elements in a round of so many bytes. */
  static int inRound(long bytes, int shift) {
    return (int) bytes >> shift & -GRAIN;
  }
}
