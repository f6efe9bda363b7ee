package org.ronsel.collective.shared;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import org.ronsel.data.ElementType;
import org.ronsel.machine.MeasuredCopy;
import org.ronsel.memory.MemoryCopy;
import org.ronsel.memory.NativeWords;

/**
 * Memory that the ranks of a communicator on one host share, as one rank sees it: a slot for each
 * rank, one counter of arrivals, and counters of work that the ranks share. The ranks live in one
 * JVM or in several.
 *
 * <p>Operations proceed in numbered <em>phases</em>, 1, 2, 3 and so on; all ranks agree on what
 * happens in each phase. The slot of a rank has a few entries, which the phases use in turn. In a
 * phase a rank may write data to its entry. It then <em>posts</em>, that is, stores the number of
 * the phase in the entry (release); a rank that reads this number (acquire) may read the data. A
 * rank that will read nothing more in a phase <em>finishes</em> it: it stores the number of the
 * phase in its own slot (release), or only that of the last of several phases if no writer waits
 * for it. {@link Phases} sees to it that an entry is overwritten only when all its readers have
 * finished the phase for which it was written (acquire). So a rank that only writes can be ahead of
 * the ranks that read by more than half as many phases as a slot has entries.
 *
 * <p>Where all ranks wait for all others, they need not look at each other's slots: each rank
 * <em>arrives</em>, that is, adds itself to the counter (full order), and the last one to arrive
 * ends the phase by storing its number (release). The same addition sums up what the signatures of
 * the calls and the numbers of the phases are mixed to, which shows whether they differ without a
 * look at the slots. A central counter needs {@code p} additions and one store that all ranks see;
 * it takes a third of the time of a dissemination at 64 ranks on 2 cores.
 *
 * <p>Data of up to {@value #INLINE_BYTES} bytes lie in the entry, on the cache line of the number,
 * so that a reader fetches a single line. Longer data lie in one of two areas of the rank, one for
 * even and one for odd phases. One more area belongs to all ranks: each writes its share of a
 * combined result there.
 */
final class ControlSegment {
  /**
   * Distance, in bytes, between words that different ranks write: two cache lines, since processors
   * fetch lines in pairs.
   */
  static final int APART = 128;

  private static final int SLOTS = Arrivals.BYTES;

  /**
   * Number of entries of a slot. Two would do for operations in which all ranks wait for all; more
   * allow a rank that only writes to be ahead of the ranks that read.
   */
  private static final int ENTRIES = 8;

  /**
   * With more ranks than this a slot has two entries only: more would take more of the cache than
   * being ahead gains.
   */
  private static final int FEW_RANKS = 16;

  // A slot is the rank's line of Arrivals, of which the first word is the phase that the rank has
  // finished, and then the entries, each on a line of its own: number of the phase, signature,
  // data.
  private static final int SIGNATURE = 8;
  private static final int INLINE = 16;

  /** Longest data, in bytes, that lie in an entry. */
  static final int INLINE_BYTES = 48;

  private static final int PAGE = 4096;
  private static final int SHORTEST_AREA = 1 << 10;

  /** Longest area where each rank has a core of its own, in whose cache the area stays. */
  private static final int LONGEST_AREA = 32 << 10;

  /**
   * Longest area where ranks take turns on the cores. Each round of a long operation costs each
   * rank a turn, so there rounds are to be fewer and longer.
   */
  private static final int LONGEST_OVERSUBSCRIBED_AREA = 128 << 10;

  /** Bytes to divide among the areas of even phases; as many again among those of odd phases. */
  private static final int ALL_AREAS = 2 << 20;

  /** For ranks of one JVM allocated when it is first needed, since many of them never copy. */
  private volatile @Nullable MemorySegment memory;

  /** The copies into this memory, whose lines are in the caches of the ranks that read before. */
  private final MeasuredCopy writes = new MeasuredCopy();

  private final int ranks;
  private final int entries;
  private final long slotBytes;
  private final int areaBytes;
  private final long areas;

  /** The segment of ranks of several JVMs. */
  ControlSegment(MemorySegment memory, int ranks, int areaBytes) {
    this(ranks, areaBytes);
    this.memory = memory;
  }

  /** The segment of ranks of this JVM, one object for all. */
  ControlSegment(int ranks, int areaBytes) {
    this.ranks = ranks;
    this.entries = entries(ranks);
    this.slotBytes = slotBytes(ranks);
    this.areaBytes = areaBytes;
    this.areas = headBytes(ranks);
  }

  private MemorySegment memory() {
    MemorySegment known = memory;
    return known != null ? known : allocate();
  }

  private synchronized MemorySegment allocate() {
    MemorySegment made = memory;
    if (made == null) {
      made = Arena.ofAuto().allocate(bytes(ranks, areaBytes), APART);
      memory = made;
    }
    return made;
  }

  /**
   * Length, in bytes, of a segment for so many ranks. The first {@link #headBytes} of them must be
   * zero at the beginning.
   */
  static long bytes(int ranks, int areaBytes) {
    return headBytes(ranks) + (2L * ranks + 1) * areaBytes;
  }

  /** Length, in bytes, of what lies before the areas. */
  static long headBytes(int ranks) {
    return (SLOTS + ranks * slotBytes(ranks) + PAGE - 1) / PAGE * PAGE;
  }

  private static int entries(int ranks) {
    return ranks <= FEW_RANKS ? ENTRIES : 2;
  }

  /** Length, in bytes, of the slot of each of so many ranks. */
  static long slotBytes(int ranks) {
    return (1L + entries(ranks)) * APART;
  }

  /**
   * Length, in bytes, of one area; the same on all ranks.
   *
   * @param oversubscribed whether ranks outnumber the cores
   */
  static int areaBytes(int ranks, boolean oversubscribed) {
    int even = Integer.highestOneBit(Math.max(1, ALL_AREAS / ranks));
    int longest = oversubscribed ? LONGEST_OVERSUBSCRIBED_AREA : LONGEST_AREA;
    return Math.clamp(even, SHORTEST_AREA, longest);
  }

  int areaBytes() {
    return areaBytes;
  }

  /** Number of entries of a slot, a power of two. */
  int entries() {
    return entries;
  }

  /** Where the slot of a rank begins. */
  private long slot(int rank) {
    return SLOTS + rank * slotBytes;
  }

  private long entry(int rank, long phase) {
    return slot(rank) + (1 + (phase & entries - 1)) * APART;
  }

  /** Whether data of so many bytes lie in an area, and not in the entry. */
  static boolean isInArea(long bytes) {
    return bytes > INLINE_BYTES;
  }

  /** Offset of the data, of {@code bytes} bytes in all, that a rank writes in a phase. */
  long data(int rank, long phase, long bytes) {
    return isInArea(bytes)
        ? areas + (2L * rank + (phase & 1)) * areaBytes
        : entry(rank, phase) + INLINE;
  }

  /** Offset of the area in which each rank writes its share of a combined result. */
  long combined() {
    return areas + 2L * ranks * areaBytes;
  }

  /** Copies elements of an array or segment to offset {@code at} of this memory. */
  void write(ElementType type, Object from, long fromAt, long at, long count) {
    int shift = type.shift();
    writes.write(from, fromAt << shift, memory(), at, count << shift);
  }

  /** Copies elements from offset {@code at} of this memory to an array or segment. */
  void read(ElementType type, long at, Object to, long toAt, long count) {
    int shift = type.shift();
    MemoryCopy.fromSegment(memory(), at, to, toAt << shift, count << shift);
  }

  /**
   * Writes a number into a rank's entry.
   *
   * @param place index of the number among those that the entry has room for
   */
  void tell(int rank, long phase, int place, int number) {
    NativeWords.setInt(memory(), entry(rank, phase) + INLINE + place * Integer.BYTES, number);
  }

  /** The number that a rank that has posted or arrived has written by {@link #tell}. */
  int told(int rank, long phase, int place) {
    return NativeWords.getInt(memory(), entry(rank, phase) + INLINE + place * Integer.BYTES);
  }

  // ---- numbers of phases ----

  /** Posts: stores the number of the phase in the rank's entry. Release: after the data. */
  void post(int rank, long phase, long signature) {
    long entry = entry(rank, phase);
    NativeWords.setLong(memory(), entry + SIGNATURE, signature);
    NativeWords.setLongRelease(memory(), entry, phase);
  }

  /** Whether a rank has posted in a phase. Acquire: if so, the caller sees what it wrote before. */
  boolean hasPosted(int rank, long phase) {
    return NativeWords.getLongAcquire(memory(), entry(rank, phase)) >= phase;
  }

  /** The signature of the call of a rank that has posted. */
  long signature(int rank, long phase) {
    return NativeWords.getLong(memory(), entry(rank, phase) + SIGNATURE);
  }

  /** Stores that a rank has finished a phase. Release: after all that it reads in it. */
  void finish(int rank, long phase) {
    NativeWords.setLongRelease(memory(), slot(rank), phase);
  }

  /**
   * The last phase that a rank has finished: it reads nothing more of this one and of those before.
   * Acquire: what it has read may be overwritten.
   */
  long finished(int rank) {
    return NativeWords.getLongAcquire(memory(), slot(rank));
  }
}
