package org.ronsel.onesided;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongFunction;

/**
 * Memory of this rank that other ranks access, in pieces that are allocated and freed: short ones
 * share slabs that are exposed once, long ones are exposed one by one, and reused for pieces of
 * about their length. Memory is not returned to the system before the job ends. Any thread.
 */
public final class ExposedPool {
  /** Alignment of pieces in bytes, since different ranks write to different pieces. */
  private static final long ALIGNMENT = 128;

  private static final long SLAB_BYTES = 1 << 20;
  private static final long LONGEST_IN_SLAB = SLAB_BYTES / 4;
  private static final long GRAIN = 64 << 10;

  private final OneSided oneSided;
  private final LongFunction<MemorySegment> allocator;
  private final List<Slab> slabs = new ArrayList<>();
  private final List<Slab> freeSlabs = new ArrayList<>();
  private final Piece gate;

  /** Exposed memory and its free ranges: lengths by offset. */
  private record Slab(ExposedMemory exposed, TreeMap<Long, Long> free) {
    long bytes() {
      return exposed.memory().byteSize();
    }
  }

  /** A piece of the pool, initially filled with zeros. */
  public static final class Piece {
    private final Slab slab;
    private final long offset;
    private final long bytes;
    private final boolean alone;

    private Piece(Slab slab, long offset, long bytes, boolean alone) {
      this.slab = slab;
      this.offset = offset;
      this.bytes = bytes;
      this.alone = alone;
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
   */
  public ExposedPool(OneSided oneSided, LongFunction<MemorySegment> allocator) {
    this.oneSided = oneSided;
    this.allocator = allocator;
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
    Piece piece = bytes > LONGEST_IN_SLAB ? alone(bytes) : inSlab(bytes);
    piece.memory().fill((byte) 0);
    return piece;
  }

  private Piece alone(long bytes) {
    Slab best = null;
    for (Slab slab : freeSlabs) {
      boolean fits = slab.bytes() >= bytes && slab.bytes() <= bytes + bytes / 4 + GRAIN;
      if (fits && (best == null || slab.bytes() < best.bytes())) {
        best = slab;
      }
    }
    if (best == null) {
      best = slab((Math.addExact(bytes, GRAIN - 1)) / GRAIN * GRAIN);
    } else {
      freeSlabs.remove(best);
    }
    return new Piece(best, 0, bytes, true);
  }

  private Slab slab(long bytes) {
    return new Slab(oneSided.expose(allocator.apply(bytes)), new TreeMap<>());
  }

  private Piece inSlab(long bytes) {
    long length = rounded(bytes);
    for (Slab slab : slabs) {
      for (Map.Entry<Long, Long> hole : slab.free.entrySet()) {
        if (hole.getValue() >= length) {
          return cut(slab, hole.getKey(), hole.getValue(), length, bytes);
        }
      }
    }
    Slab slab = slab(SLAB_BYTES);
    slabs.add(slab);
    return cut(slab, 0, SLAB_BYTES, length, bytes);
  }

  private static long rounded(long bytes) {
    return Math.max(ALIGNMENT, (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT);
  }

  private static Piece cut(Slab slab, long hole, long holeBytes, long length, long bytes) {
    slab.free.remove(hole);
    if (holeBytes > length) {
      slab.free.put(hole + length, holeBytes - length);
    }
    return new Piece(slab, hole, bytes, false);
  }

  /** Frees a piece that is no longer used; to be called once. */
  public synchronized void free(Piece piece) {
    Slab slab = piece.slab;
    if (piece.alone) {
      freeSlabs.add(slab);
      return;
    }
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
