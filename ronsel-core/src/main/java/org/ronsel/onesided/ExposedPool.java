package org.ronsel.onesided;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.ronsel.NoMemoryException;

/**
 * Memory of this rank that other ranks access, in pieces that are allocated and freed: parts of
 * slabs that are exposed once. Short and long pieces have slabs of their own.
 *
 * <p>Memory is not returned to the system before the job ends, since peers may keep it mapped. So
 * that pieces which grow do not leave one slab of each length behind, a slab for a long piece that
 * fits into no free range is longer by what is free, but at most twice as long as the piece. Pieces
 * that are used one after the other then take less than four times the memory of the longest one. A
 * slab is no longer than its piece where memory is short, since another rank may need it. Any
 * thread.
 */
public final class ExposedPool {
  /** Alignment of pieces in bytes, since different ranks write to different pieces. */
  private static final long ALIGNMENT = 128;

  private static final long SLAB_BYTES = 1 << 20;
  private static final long LONGEST_IN_SLAB = SLAB_BYTES / 4;
  private static final long GRAIN = 64 << 10;

  private final OneSided oneSided;
  private final LongFunction<MemorySegment> allocator;
  private final LongSupplier available;
  private final List<Slab> shortSlabs = new ArrayList<>();
  private final List<Slab> longSlabs = new ArrayList<>();
  private final Piece gate;

  /** Exposed memory and its free ranges: lengths by offset. */
  private record Slab(ExposedMemory exposed, TreeMap<Long, Long> free) {
    long freeBytes() {
      return free.values().stream().mapToLong(Long::longValue).sum();
    }
  }

  /** A piece of the pool, initially filled with zeros. */
  public static final class Piece {
    private final Slab slab;
    private final long offset;
    private final long bytes;

    private Piece(Slab slab, long offset, long bytes) {
      this.slab = slab;
      this.offset = offset;
      this.bytes = bytes;
    }

    /** The exposed memory that contains the piece. */
    public ExposedMemory exposed() {
      return slab.exposed;
    }

    /** The offset of the piece in the exposed memory. */
    public long offset() {
      return offset;
    }

    /** The memory of the piece. */
    public MemorySegment memory() {
      return slab.exposed.memory().asSlice(offset, bytes);
    }
  }

  /**
   * Makes an empty pool.
   *
   * @param allocator allocates memory that the ranks of the host can access
   * @param available this rank's part of the bytes that the host has available
   */
  public ExposedPool(
      OneSided oneSided, LongFunction<MemorySegment> allocator, LongSupplier available) {
    this.oneSided = oneSided;
    this.allocator = allocator;
    this.available = available;
    this.gate = allocate(OneSided.GATE_BYTES);
    oneSided.gate(gate.exposed(), gate.offset());
  }

  /**
   * The piece with the gate that serialises accumulates on this rank's memory; peers need its
   * place.
   */
  public Piece gate() {
    return gate;
  }

  /** Allocates a piece, filled with zeros. */
  public synchronized Piece allocate(long bytes) {
    long length = rounded(bytes);
    List<Slab> slabs = isLong(bytes) ? longSlabs : shortSlabs;
    Piece piece = inBestHole(slabs, length, bytes);
    if (piece == null) {
      Slab slab = isLong(bytes) ? longSlab(length) : slab(SLAB_BYTES);
      slabs.add(slab);
      piece = cut(slab, 0, length, bytes);
    }
    piece.memory().fill((byte) 0);
    return piece;
  }

  private static boolean isLong(long bytes) {
    return bytes > LONGEST_IN_SLAB;
  }

  private static long rounded(long bytes) {
    long grain = isLong(bytes) ? GRAIN : ALIGNMENT;
    return Math.max(grain, Math.addExact(bytes, grain - 1) / grain * grain);
  }

  private static @Nullable Piece inBestHole(List<Slab> slabs, long length, long bytes) {
    Slab best = null;
    long at = 0;
    long least = Long.MAX_VALUE;
    for (Slab slab : slabs) {
      for (Map.Entry<Long, Long> hole : slab.free.entrySet()) {
        if (hole.getValue() >= length && hole.getValue() < least) {
          best = slab;
          at = hole.getKey();
          least = hole.getValue();
        }
      }
    }
    return best == null ? null : cut(best, at, length, bytes);
  }

  private static Piece cut(Slab slab, long hole, long length, long bytes) {
    Long holeBytes = slab.free.remove(hole);
    if (holeBytes != null && holeBytes > length) {
      slab.free.put(hole + length, holeBytes - length);
    }
    return new Piece(slab, hole, bytes);
  }

  private Slab longSlab(long length) {
    long free = longSlabs.stream().mapToLong(Slab::freeBytes).sum();
    long longer = length + Math.min(length, free);
    if (longer > length && longer <= available.getAsLong() / 2) {
      try {
        return slab(longer);
      } catch (OutOfMemoryError | NoMemoryException refused) {
        // There may be enough for the piece.
      }
    }
    return slab(length);
  }

  private Slab slab(long bytes) {
    TreeMap<Long, Long> free = new TreeMap<>();
    free.put(0L, bytes);
    return new Slab(oneSided.expose(allocator.apply(bytes)), free);
  }

  /** Frees a piece that is no longer used; to be called once. */
  public synchronized void free(Piece piece) {
    Slab slab = piece.slab;
    long from = piece.offset;
    long to = from + rounded(piece.bytes);
    Map.Entry<Long, Long> before = slab.free.lowerEntry(from);
    if (before != null && before.getKey() + before.getValue() == from) {
      slab.free.remove(before.getKey());
      from = before.getKey();
    }
    Long after = slab.free.remove(to);
    if (after != null) {
      to += after;
    }
    slab.free.put(from, to - from);
  }
}
