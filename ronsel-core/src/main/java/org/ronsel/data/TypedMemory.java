package org.ronsel.data;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.ronsel.memory.MemoryCopy;
import org.ronsel.memory.ScatteredMemory;
import org.ronsel.memory.StridedCopy;

/**
 * A number of elements of a datatype in an array or a segment. Immutable; any thread may copy,
 * those that write at different positions.
 */
public final class TypedMemory extends ScatteredMemory {
  private final Object base;
  private final long byteOffset;
  private final Plan plan;
  private final long count;
  private final long extent;
  private final @Nullable Signature signature;

  /**
   * Describes elements whose bytes all lie inside the memory; the caller has checked that.
   *
   * @param base a primitive array or a segment
   * @param byteOffset where the first element lies, from which its plan counts
   * @param plan where the bytes of an element lie
   * @param count how many elements
   * @param extent bytes from one element to the next
   */
  public TypedMemory(Object base, long byteOffset, Plan plan, long count, long extent) {
    this(base, byteOffset, plan, count, extent, null);
  }

  /** As above, with the signature of an element, for comparison with messages of peers. */
  public TypedMemory(
      Object base,
      long byteOffset,
      Plan plan,
      long count,
      long extent,
      @Nullable Signature signature) {
    this.signature = signature;
    this.base = base;
    this.byteOffset = byteOffset;
    this.plan = plan;
    this.count = count;
    this.extent = extent;
  }

  /** The signature of an element, if that is known. */
  public @Nullable Signature signature() {
    return signature;
  }

  @Override
  public Object base() {
    return base;
  }

  @Override
  public long byteSize() {
    return plan.bytes() * count;
  }

  @Override
  public void gather(long position, MemorySegment to, long toOffset, long bytes) {
    Objects.checkFromIndexSize(position, bytes, byteSize());
    Objects.checkFromIndexSize(toOffset, bytes, to.byteSize());
    elements(new Gathering(base, to), position, position + bytes, toOffset);
  }

  @Override
  public void scatter(MemorySegment from, long fromOffset, long position, long bytes) {
    Objects.checkFromIndexSize(position, bytes, byteSize());
    Objects.checkFromIndexSize(fromOffset, bytes, from.byteSize());
    elements(new Scattering(base, from), position, position + bytes, fromOffset);
  }

  /** Told where packed bytes lie. */
  @FunctionalInterface
  public interface Blocks {
    /**
     * {@code n} blocks of {@code block} bytes lie {@code stride} bytes apart.
     *
     * @param at where the first one lies in the memory
     * @param packedAt where it lies in the packed bytes, counted from the first that were asked for
     * @param packedStride from one block to the next in the packed bytes
     */
    void blocks(long at, long stride, long packedAt, long packedStride, long block, long n);
  }

  /** Says where the {@code bytes} bytes from packed position {@code position} on lie. */
  public void visit(long position, long bytes, Blocks visitor) {
    Objects.checkFromIndexSize(position, bytes, byteSize());
    elements(new Visiting(visitor), position, position + bytes, 0);
  }

  private void elements(PlanCopy copy, long from, long to, long packed) {
    if (from < to) {
      copy.passes(plan, -1, count, extent, plan.bytes(), byteOffset, from, to, packed);
    }
  }

  private static final class Visiting extends PlanCopy {
    private final Blocks visitor;

    Visiting(Blocks visitor) {
      this.visitor = visitor;
    }

    @Override
    void bytes(long at, long packedAt, long length) {
      visitor.blocks(at, length, packedAt, length, length, 1);
    }

    @Override
    void blocks(long at, long stride, long packedAt, long packedStride, long block, long n) {
      visitor.blocks(at, stride, packedAt, packedStride, block, n);
    }
  }

  private static final class Gathering extends PlanCopy {
    private final Object memory;
    private final MemorySegment packed;

    Gathering(Object memory, MemorySegment packed) {
      this.memory = memory;
      this.packed = packed;
    }

    @Override
    void bytes(long at, long packedAt, long length) {
      MemoryCopy.toSegment(memory, at, packed, packedAt, length);
    }

    @Override
    void blocks(long at, long stride, long packedAt, long packedStride, long block, long n) {
      StridedCopy.copy(memory, at, stride, packed, packedAt, packedStride, block, n);
    }
  }

  private static final class Scattering extends PlanCopy {
    private final Object memory;
    private final MemorySegment packed;

    Scattering(Object memory, MemorySegment packed) {
      this.memory = memory;
      this.packed = packed;
    }

    @Override
    void bytes(long at, long packedAt, long length) {
      MemoryCopy.fromSegment(packed, packedAt, memory, at, length);
    }

    @Override
    void blocks(long at, long stride, long packedAt, long packedStride, long block, long n) {
      StridedCopy.copy(packed, packedAt, packedStride, memory, at, stride, block, n);
    }
  }
}
