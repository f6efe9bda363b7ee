package org.ronsel.collective.board;

import java.lang.foreign.MemorySegment;
import org.ronsel.machine.Fences;
import org.ronsel.memory.NativeWords;

/**
 * Memory that the ranks of a communicator share, who live in several JVMs of one host, as one of
 * them sees it.
 *
 * <p>What happens on the board are numbered <em>exchanges</em>, 1, 2, 3 and so on; all ranks agree
 * on what each of them is. Every rank has a place with two sides, one for odd and one for even
 * exchanges. In an exchange a rank may write data to that side, and then posts the number of the
 * exchange there (release); who sees the number (acquire) may read the data. When a rank has read
 * all that it will read in an exchange it says so, again by the number (release); a side is written
 * anew only when all who read it have said so (acquire), as {@link BoardVisit} sees to.
 *
 * <p>Where ranks are many they need not look at each other's places to know that all have posted:
 * they also add themselves to a counter (full order), and the last one ends the exchange by its
 * number (release).
 *
 * <p>Data of up to {@value #INLINE_BYTES} bytes lie on the line of the number, so that one line is
 * fetched; others in an area. There is one more area for what is combined together.
 */
final class Board {
  /**
   * Bytes apart at which words are kept that different ranks write; processors fetch lines in
   * pairs.
   */
  private static final int APART = 128;

  private static final int ARRIVALS = 0;
  private static final int ENDED = APART;
  private static final int DISAGREEMENT = ENDED + 8;
  private static final int PARKED = 2 * APART;
  private static final int PLACES = 3 * APART;

  // Of a place: the line of each side, and what the rank has finished.
  private static final int SIGNATURE = 8;
  private static final int INLINE = 16;
  private static final int FINISHED = 2 * APART;
  private static final int PLACE_BYTES = 3 * APART;

  static final int INLINE_BYTES = 48;

  private static final int PAGE = 4096;
  private static final int SHORTEST_AREA = 1 << 10;

  /** Where each rank has a core an area stays in a cache. */
  private static final int LONGEST_AREA = 32 << 10;

  /** Where ranks take turns a round costs everybody a turn: fewer and longer ones. */
  private static final int LONGEST_CROWDED_AREA = 128 << 10;

  /** Ranks of one JVM make long calls otherwise. */
  private static final int LONGEST_JVM_AREA = 4 << 10;

  /** All areas of one side. */
  private static final int ALL_AREAS = 2 << 20;

  private final MemorySegment memory;
  private final int ranks;
  private final int areaBytes;
  private final long areas;

  Board(MemorySegment memory, int ranks, int areaBytes) {
    this.memory = memory;
    this.ranks = ranks;
    this.areaBytes = areaBytes;
    this.areas = headBytes(ranks);
  }

  /** Bytes of a board for so many ranks, of which {@link #headBytes} are zero at first. */
  static long bytes(int ranks, int areaBytes) {
    return headBytes(ranks) + (2L * ranks + 1) * areaBytes;
  }

  /** Bytes before the areas. */
  static long headBytes(int ranks) {
    return (PLACES + (long) ranks * PLACE_BYTES + PAGE - 1) / PAGE * PAGE;
  }

  /**
   * Bytes of one area.
   *
   * @param oversubscribed whether ranks outnumber the cores
   * @param inJvm whether all ranks live in one JVM
   */
  static int areaBytes(int ranks, boolean oversubscribed, boolean inJvm) {
    int even = Integer.highestOneBit(Math.max(1, ALL_AREAS / ranks));
    int longest = inJvm ? LONGEST_JVM_AREA : oversubscribed ? LONGEST_CROWDED_AREA : LONGEST_AREA;
    return Math.clamp(even, SHORTEST_AREA, longest);
  }

  int areaBytes() {
    return areaBytes;
  }

  private static long place(int rank) {
    return PLACES + (long) rank * PLACE_BYTES;
  }

  private static long side(int rank, long exchange) {
    return place(rank) + (exchange & 1) * APART;
  }

  /** Where a rank's data of an exchange lie, if they are {@code bytes} bytes. */
  long data(int rank, long exchange, long bytes) {
    return bytes <= INLINE_BYTES
        ? side(rank, exchange) + INLINE
        : areas + (2L * rank + (exchange & 1)) * areaBytes;
  }

  /** The area of what is combined together. */
  long combined() {
    return areas + 2L * ranks * areaBytes;
  }

  // ---- numbers ----

  /** Release: the data are there. */
  void post(int rank, long exchange, long signature) {
    long side = side(rank, exchange);
    NativeWords.setLong(memory, side + SIGNATURE, signature);
    NativeWords.setLongRelease(memory, side, exchange);
  }

  /** Acquire: then the data are there. */
  boolean hasPosted(int rank, long exchange) {
    return NativeWords.getLongAcquire(memory, side(rank, exchange)) >= exchange;
  }

  /** What a rank that has posted calls. */
  long signature(int rank, long exchange) {
    return NativeWords.getLong(memory, side(rank, exchange) + SIGNATURE);
  }

  /** Release: what was read has been read. */
  void finish(int rank, long exchange) {
    NativeWords.setLongRelease(memory, place(rank) + FINISHED, exchange);
  }

  /** The exchange that a rank has finished last. Acquire: it reads nothing of those up to it. */
  long finished(int rank) {
    return NativeWords.getLongAcquire(memory, place(rank) + FINISHED);
  }

  // ---- the counter ----

  /** What a rank finds when it arrives. */
  enum Arrival {
    /** Others are still to come. */
    EARLY,
    /** It is the last, and all call the same. */
    LAST,
    /** It is the last, and the calls differ. */
    LAST_OF_DIFFERENT
  }

  /** Counts a rank that has posted. Full order: the last sees what all have written. */
  Arrival arrive(int signature) {
    long mine = (long) signature << 32 | 1;
    long sum = NativeWords.getAndAddLong(memory, ARRIVALS, mine) + mine;
    if ((int) sum != ranks) {
      return Arrival.EARLY;
    }
    NativeWords.setLong(memory, ARRIVALS, 0); // nobody arrives before the end of this exchange
    return (int) (sum >>> 32) == signature * ranks ? Arrival.LAST : Arrival.LAST_OF_DIFFERENT;
  }

  /** Ends an exchange; by the last to arrive. Release. */
  void end(long exchange, boolean agreed) {
    NativeWords.setLong(memory, DISAGREEMENT, agreed ? 0 : exchange);
    NativeWords.setLongRelease(memory, ENDED, exchange);
  }

  /** Acquire: what all have written, and the last has done, is there. */
  boolean hasEnded(long exchange) {
    return NativeWords.getLongAcquire(memory, ENDED) >= exchange;
  }

  /** Whether the ranks have called different operations in an exchange that has ended. */
  boolean disagreed(long exchange) {
    return NativeWords.getLong(memory, DISAGREEMENT) == exchange;
  }

  // ---- parking ----

  /** Counts ranks that are about to park. Volatile; the heavy fence follows. */
  void countParked(int by) {
    int unused = NativeWords.getAndAddInt(memory, PARKED, by);
  }

  /** Whether somebody may be parked. The light side of the fence pair: after what it waits for. */
  boolean someParked() {
    Fences.lightStoreLoad();
    return NativeWords.getIntOpaque(memory, PARKED) != 0;
  }
}
