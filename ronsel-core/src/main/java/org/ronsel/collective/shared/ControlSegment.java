package org.ronsel.collective.shared;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import org.ronsel.data.ElementType;
import org.ronsel.machine.MeasuredCopy;
import org.ronsel.memory.MemoryCopy;
import org.ronsel.memory.NativeWords;

/**
 * Memory that the ranks of a communicator share, who live in one JVM or in several of one host, as
 * one of them sees it: a slot for each rank, one counter of arrivals, and counters of work that all
 * share.
 *
 * <p>What happens there are numbered <em>phases</em>, 1, 2, 3 and so on; all ranks agree on what
 * each of them is. The slot of a rank has a few entries, which the phases use in turn. In a phase a
 * rank may write data to its entry, and then posts the number of the phase there (release); who
 * sees the number (acquire) may read the data. When a rank has read all that it will read in an
 * phase it says so, again by the number (release), of several phases together if it need not wait;
 * an entry is written anew only when all who read it have said so (acquire), as {@link Phases} sees
 * to. So who only gives may be more than half as many phases ahead of who only takes as there are
 * entries.
 *
 * <p>Where all wait for all, ranks need not look at each other's slots: they add themselves to the
 * counter (full order), and the last one ends the phase by its number (release). In the same
 * addition they add up a number made from what they call, so that a difference is seen without
 * looking at the slots. A central counter needs {@code p} additions and one store that all see; it
 * takes a third of the time of dissemination at 64 ranks on 2 cores.
 *
 * <p>Data of up to {@value #INLINE_BYTES} bytes lie on the line of the number, so that one line is
 * fetched; others in one of the two areas of a rank, for odd and for even phases. There is one more
 * area for what is combined together.
 */
final class ControlSegment {
  /**
   * Bytes apart at which words are kept that different ranks write; processors fetch lines in
   * pairs.
   */
  static final int APART = 128;

  private static final int SLOTS = Arrivals.BYTES;

  /** Entries of a slot where few ranks call at a time; where all meet two would do. */
  private static final int ENTRIES = 8;

  /** With more ranks, more entries take more of a cache than being ahead gains. */
  private static final int FEW_RANKS = 16;

  // Of a slot: a line of what the rank has finished, and of Arrivals; then one for each entry.
  private static final int SIGNATURE = 8;
  private static final int INLINE = 16;

  /** Of data that lie on the line of the number. */
  static final int INLINE_BYTES = 48;

  private static final int PAGE = 4096;
  private static final int SHORTEST_AREA = 1 << 10;

  /** Where each rank has a core an area stays in a cache. */
  private static final int LONGEST_AREA = 32 << 10;

  /** Where ranks take turns a round costs everybody a turn: fewer and longer ones. */
  private static final int LONGEST_OVERSUBSCRIBED_AREA = 128 << 10;

  /** All areas of one side. */
  private static final int ALL_AREAS = 2 << 20;

  /** Made when it is first needed where ranks of one JVM copy, which many never do. */
  private volatile @Nullable MemorySegment memory;

  /** Writes data, which others have read before. */
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

  /** Bytes of a segment for so many ranks, of which {@link #headBytes} are zero at first. */
  static long bytes(int ranks, int areaBytes) {
    return headBytes(ranks) + (2L * ranks + 1) * areaBytes;
  }

  /** Bytes before the areas. */
  static long headBytes(int ranks) {
    return (SLOTS + ranks * slotBytes(ranks) + PAGE - 1) / PAGE * PAGE;
  }

  private static int entries(int ranks) {
    return ranks <= FEW_RANKS ? ENTRIES : 2;
  }

  /** Bytes of the slot of each of so many ranks. */
  static long slotBytes(int ranks) {
    return (1L + entries(ranks)) * APART;
  }

  /**
   * Bytes of one area, alike on all ranks.
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

  /** Of a slot: a power of two. */
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

  /** Whether so many bytes lie in an area, not in the entry. */
  static boolean isInArea(long bytes) {
    return bytes > INLINE_BYTES;
  }

  /** Where a rank's data of a phase lie, if they are {@code bytes} bytes. */
  long data(int rank, long phase, long bytes) {
    return isInArea(bytes)
        ? areas + (2L * rank + (phase & 1)) * areaBytes
        : entry(rank, phase) + INLINE;
  }

  /** The area of what is combined together. */
  long combined() {
    return areas + 2L * ranks * areaBytes;
  }

  /** Writes elements of an array. */
  void write(ElementType type, Object from, long fromAt, long at, long count) {
    int shift = type.shift();
    writes.write(from, fromAt << shift, memory(), at, count << shift);
  }

  /** Reads elements to an array or segment. */
  void read(ElementType type, long at, Object to, long toAt, long count) {
    int shift = type.shift();
    MemoryCopy.fromSegment(memory(), at, to, toAt << shift, count << shift);
  }

  /** Tells a number, of those that a rank's entry has room for. */
  void tell(int rank, long phase, int place, int number) {
    NativeWords.setInt(memory(), entry(rank, phase) + INLINE + place * Integer.BYTES, number);
  }

  /** What a rank that has posted tells. */
  int told(int rank, long phase, int place) {
    return NativeWords.getInt(memory(), entry(rank, phase) + INLINE + place * Integer.BYTES);
  }

  // ---- numbers of phases ----

  /** Release: the data are there. */
  void post(int rank, long phase, long signature) {
    long entry = entry(rank, phase);
    NativeWords.setLong(memory(), entry + SIGNATURE, signature);
    NativeWords.setLongRelease(memory(), entry, phase);
  }

  /** Whether a rank has posted a phase. Acquire: what it wrote before is there. */
  boolean hasPosted(int rank, long phase) {
    return NativeWords.getLongAcquire(memory(), entry(rank, phase)) >= phase;
  }

  /** What a rank that has posted calls. */
  long signature(int rank, long phase) {
    return NativeWords.getLong(memory(), entry(rank, phase) + SIGNATURE);
  }

  /** Release: what was read has been read. */
  void finish(int rank, long phase) {
    NativeWords.setLongRelease(memory(), slot(rank), phase);
  }

  /**
   * The phase that a rank has finished last: it reads nothing of those up to it. Acquire: it has
   * read.
   */
  long finished(int rank) {
    return NativeWords.getLongAcquire(memory(), slot(rank));
  }
}
