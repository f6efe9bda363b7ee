package org.ronsel.transport.shm;

import java.lang.foreign.MemorySegment;
import org.ronsel.machine.SharedSegment;
import org.ronsel.transport.ring.SharedRing;

/**
 * The layout of the shared segment of one JVM. The segment is made sparse; pages are committed when
 * they are needed.
 *
 * <pre>
 * header           magic, proof of the job's secret, doorbell, ring allocation, rung bits
 * rank controls    per rank of the JVM: flags, ready bits, table of inbound rings
 * fragment states  per rank of the JVM: one line per fragment
 * fragments        per rank of the JVM, page-aligned
 * rings            allocated on first contact by the sending JVMs
 * </pre>
 *
 * @param localRanks ranks of the JVM that owns the segment
 * @param remoteRanks ranks of the job that live in other JVMs
 * @param ringSlots slots of each ring
 * @param fragments fragments per rank
 * @param fragmentBytes bytes of a fragment
 */
record SegmentLayout(
    int localRanks, int remoteRanks, int ringSlots, int fragments, int fragmentBytes) {

  static final long MAGIC = 0x4c45534e4f522d31L;
  static final int LINE = 128;

  // Header.
  static final long MAGIC_AT = 0;
  static final long PROOF_AT = 8;
  static final int PROOF_BYTES = 32;

  /** Address of the number of collections in the process of the JVM, or 0. */
  static final long COLLECTION_COUNT_AT = 48;

  static final long DOORBELL_AT = LINE;
  static final long RINGS_USED_AT = 2 * LINE;
  static final long RUNG_AT = 3 * LINE;

  // Rank control, relative to its start.
  static final int DOORBELL = 0;
  static final int EAGER_CLOSED = LINE;

  /** Beside it what peers read often, too, and the rank writes seldom. */
  static final int SINGLE_COPY = LINE + 8;

  static final int KEYS_WITHDRAWN = LINE + 16;
  static final int BY_READY_BITS = 2 * LINE;

  /** Where the data of messages are whose keys have been taken back: cookie and key of each. */
  static final int MOVED = 3 * LINE;

  static final int MOVED_ENTRIES = 16;
  static final int MOVED_ENTRY = 16;
  static final int READY_BITS = MOVED + MOVED_ENTRIES * MOVED_ENTRY;

  private static final int SOURCE_BITS = 32;

  private static long align(long offset, long to) {
    return (offset + to - 1) / to * to;
  }

  private int rungWords() {
    return (localRanks + 63) / 64;
  }

  private int readyWords() {
    return (remoteRanks + 63) / 64;
  }

  /** Entries of the table of memory that the JVM has allocated for direct reading by peers. */
  static final int MAX_ALLOCATIONS = 1024;

  static final int ALLOCATION_ENTRY = 16;

  long allocationEntry(int index) {
    return align(RUNG_AT + 8L * rungWords(), LINE) + (long) index * ALLOCATION_ENTRY;
  }

  private long controlBytes() {
    return align(READY_BITS + 8L * (readyWords() + remoteRanks + 1), LINE);
  }

  long control(int localRank) {
    return align(allocationEntry(MAX_ALLOCATIONS), LINE) + localRank * controlBytes();
  }

  /**
   * An entry of the table of a rank's inbound rings: a word, {@link #inbound}, or 0. Senders take
   * the first that is 0, so there is no gap; the one behind the last stays 0.
   */
  long inboundEntry(int localRank, int index) {
    return control(localRank) + READY_BITS + 8L * (readyWords() + index);
  }

  /** The entry of a ring: one word, so that it is taken and complete at once. */
  static long inbound(int source, long ring) {
    return ring + 1 << SOURCE_BITS | source;
  }

  static int inboundSource(long entry) {
    return (int) entry;
  }

  /** The number of the ring of an entry; whether there is such a ring is another question. */
  static long inboundRing(long entry) {
    return (entry >>> SOURCE_BITS) - 1;
  }

  long fragmentState(int localRank, int number) {
    return control(localRanks) + ((long) localRank * fragments + number) * LINE;
  }

  /** End of what is committed when the segment is made, apart from the fragments. */
  long controlEnd() {
    return align(fragmentState(localRanks, 0), SharedSegment.pageSize());
  }

  /**
   * The offset of a fragment: two lines behind a page boundary. Copies whose destination lies a few
   * bytes behind their source, modulo a page, run ten times slower on processors with fast string
   * moves, and the data of large arrays start 16 bytes behind a page boundary.
   */
  long fragment(int localRank, int number) {
    return controlEnd() + 2 * LINE + ((long) localRank * fragments + number) * fragmentBytes;
  }

  private long rings() {
    return align(fragment(localRanks, 0), SharedSegment.pageSize());
  }

  /** Whole pages, since rings are committed by the JVMs that write to them, each its own. */
  private long ringBytes() {
    return align(SharedRing.bytes(ringSlots), SharedSegment.pageSize());
  }

  /** The offset of a ring. The heads of several do not lie at the same place of their pages. */
  long ring(long index) {
    long places = 1 + (ringBytes() - SharedRing.bytes(ringSlots)) / (2 * LINE);
    return rings() + index * ringBytes() + index % places * (2 * LINE);
  }

  boolean isRing(long index) {
    return index >= 0 && index < maxRings();
  }

  MemorySegment ringMemory(MemorySegment segment, long index) {
    return segment.asSlice(ring(index), SharedRing.bytes(ringSlots));
  }

  long maxRings() {
    return (long) localRanks * remoteRanks;
  }

  /** Address space of the segment; what is never used is never committed. */
  long bytes() {
    return align(rings() + maxRings() * ringBytes(), SharedSegment.pageSize());
  }
}
