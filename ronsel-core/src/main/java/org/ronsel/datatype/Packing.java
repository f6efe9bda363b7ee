package org.ronsel.datatype;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;
import org.ronsel.BufferRole;
import org.ronsel.Datatype;
import org.ronsel.data.DataRange;
import org.ronsel.data.Signature;
import org.ronsel.memory.MemoryCopy;

/** Packs and unpacks elements by hand (MPI-4.1, sections 5.2 and 5.3). */
final class Packing {
  /** The external form is made from about this many bytes at a time. */
  private static final long PIECE_BYTES = 64 << 10;

  private static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT_UNALIGNED;
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
  private static final boolean NATIVE_IS_EXTERNAL = ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN;

  private Packing() {}

  static long size(AbstractDatatype<?> type, String call, long count) {
    DerivedTypes.count(call, "count", count);
    try {
      return Math.multiplyExact(type.sizeBytes(), count);
    } catch (ArithmeticException beyond) {
      throw DerivedTypes.argument(
          call, count + " elements of " + type.sizeBytes() + " bytes are more than 2^63 bytes");
    }
  }

  static MemorySegment segment(String call, byte @Nullable [] packed) {
    return MemorySegment.ofArray(DerivedTypes.present(call, "packed", packed));
  }

  static long pack(
      AbstractDatatype<?> type,
      Object buffer,
      long offset,
      long count,
      @Nullable MemorySegment packed,
      long position) {
    DataRange data = data("pack", buffer, type, offset, count, false);
    MemorySegment to = packed("pack", packed, position, data.bytes(), true);
    MemoryCopy.toSegment(data.base(), data.offset(), to, position, data.bytes());
    return position + data.bytes();
  }

  static long unpack(
      AbstractDatatype<?> type,
      @Nullable MemorySegment packed,
      long position,
      Object buffer,
      long offset,
      long count) {
    DataRange data = data("unpack", buffer, type, offset, count, true);
    MemorySegment from = packed("unpack", packed, position, data.bytes(), false);
    MemoryCopy.fromSegment(from, position, data.base(), data.offset(), data.bytes());
    return position + data.bytes();
  }

  static long packExternal(
      AbstractDatatype<?> type,
      Object buffer,
      long offset,
      long count,
      @Nullable MemorySegment packed,
      long position) {
    DataRange data = data("packExternal", buffer, type, offset, count, false);
    MemorySegment to = packed("packExternal", packed, position, data.bytes(), true);
    MemoryCopy.toSegment(data.base(), data.offset(), to, position, data.bytes());
    swap(type.typeMap().signature(), to, position, count);
    return position + data.bytes();
  }

  static long unpackExternal(
      AbstractDatatype<?> type,
      @Nullable MemorySegment packed,
      long position,
      Object buffer,
      long offset,
      long count) {
    DataRange data = data("unpackExternal", buffer, type, offset, count, true);
    MemorySegment from = packed("unpackExternal", packed, position, data.bytes(), false);
    long size = type.sizeBytes();
    if (data.bytes() == 0) {
      return position;
    }
    long most = Math.min(count, Math.max(1, PIECE_BYTES / size));
    try (Arena arena = Arena.ofConfined()) {
      // Not in place: the packed bytes stay as they are.
      MemorySegment piece = arena.allocate(most * size, 8);
      for (long done = 0; done < count; done += most) {
        long some = Math.min(most, count - done);
        long at = done * size;
        MemoryCopy.copy(from, position + at, piece, 0, some * size);
        swap(type.typeMap().signature(), piece, 0, some);
        MemoryCopy.fromSegment(piece, 0, data.base(), data.offset() + at, some * size);
      }
    }
    return position + data.bytes();
  }

  private static DataRange data(
      String call, Object buffer, Datatype<?> type, long offset, long count, boolean forWriting) {
    return Buffers.resolve(null, call, BufferRole.BUFFER, buffer, type, offset, count, forWriting);
  }

  private static MemorySegment packed(
      String call, @Nullable MemorySegment packed, long position, long bytes, boolean forWriting) {
    BufferRole role = BufferRole.PACKED;
    MemorySegment present = DerivedTypes.present(call, role.toString(), packed);
    BufferArguments.segment(null, call, role, present, position, bytes, Datatype.BYTE, forWriting);
    return present;
  }

  /** Turns packed elements from native into big-endian order, or back. */
  private static void swap(Signature signature, MemorySegment packed, long position, long count) {
    if (NATIVE_IS_EXTERNAL) {
      return;
    }
    signature.visit(
        position,
        count,
        (type, at, n) -> {
          switch (type.bytes()) {
            case 2 -> {
              for (long i = at; i < at + 2 * n; i += 2) {
                packed.set(SHORT, i, Short.reverseBytes(packed.get(SHORT, i)));
              }
            }
            case 4 -> {
              for (long i = at; i < at + 4 * n; i += 4) {
                packed.set(INT, i, Integer.reverseBytes(packed.get(INT, i)));
              }
            }
            case 8 -> {
              for (long i = at; i < at + 8 * n; i += 8) {
                packed.set(LONG, i, Long.reverseBytes(packed.get(LONG, i)));
              }
            }
            default -> {
              // Single bytes have no order.
            }
          }
        });
  }
}
