package org.ronsel.transport.shm;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.ronsel.memory.NativeWords;

/**
 * Memory of this JVM that is lent to groups of ranks of the host, and lent again when all of a
 * group have given it back. The first line of each piece counts those who have. Any thread.
 */
final class GroupMemoryPool {
  static final int HEADER = 128;

  /**
   * Number of {@link SegmentLayout#MAX_ALLOCATIONS} that are used here; the others are for the
   * program.
   */
  private static final int MOST_PIECES = SegmentLayout.MAX_ALLOCATIONS / 2;

  /** Bytes of all pieces; requests beyond that do without. */
  private static final long MOST_BYTES = 256L << 20;

  private final SharedAllocations allocations;
  private final List<Piece> pieces = new ArrayList<>();
  private long allBytes;

  private static final class Piece {
    final MemorySegment memory;
    final long key;
    int users;

    Piece(MemorySegment memory, long key) {
      this.memory = memory;
      this.key = key;
    }
  }

  GroupMemoryPool(SharedAllocations allocations) {
    this.allocations = allocations;
  }

  synchronized long lend(long bytes, long zeroed, int users) {
    for (Piece piece : pieces) {
      // Acquire: the users that have given it back have finished with it.
      if (piece.memory.byteSize() == bytes + HEADER
          && NativeWords.getIntAcquire(piece.memory, 0) == piece.users) {
        piece.memory.asSlice(0, HEADER + zeroed).fill((byte) 0);
        piece.users = users;
        return piece.key;
      }
    }
    if (pieces.size() == MOST_PIECES || allBytes + bytes > MOST_BYTES) {
      return 0;
    }
    MemorySegment memory = allocations.allocate(bytes + HEADER);
    long key = allocations.keyOf(memory, 0, memory.byteSize());
    if (key != 0) {
      Piece piece = new Piece(memory, key);
      piece.users = users;
      pieces.add(piece);
      allBytes += bytes;
    }
    return key;
  }

  /** The part of a piece that the borrower may use. */
  static MemorySegment usable(MemorySegment piece) {
    return piece.asSlice(HEADER);
  }

  /** A user has finished with a piece. */
  static void countReturn(MemorySegment piece) {
    var _ = NativeWords.getAndAddInt(piece, 0, 1);
  }
}
