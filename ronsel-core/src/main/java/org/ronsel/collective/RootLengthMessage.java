package org.ronsel.collective;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Array;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;
import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.call.Invocation;
import org.ronsel.collective.shared.SharedAlgorithm;
import org.ronsel.data.ElementType;
import org.ronsel.memory.MemoryCopy;

/**
 * The two broadcasts by which a broadcast goes whose length the root alone knows ({@link
 * Invocation#hasLengthOfRoot}): one of a fixed length, with the type and the number of the root's
 * elements and their beginning, and one of the rest if there is any. A rank that takes less than
 * the root gives, or another type, takes part in both, since others may get the data from it.
 */
final class RootLengthMessage {
  /** A length at which messages cost hardly more than empty ones. */
  static final int FIRST_BYTES = 1 << 10;

  private static final int HEADER = 16;
  private static final int MOST_IN_FIRST = FIRST_BYTES - HEADER;
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private final Invocation call;
  private final boolean isRoot;
  private final byte[] first = new byte[FIRST_BYTES];
  private final MemorySegment words = MemorySegment.ofArray(first);

  /**
   * An array of the root's elements that takes the rest where it does not fit in place: the
   * elements of all ranks are divided alike.
   */
  private @Nullable Object elsewhere;

  private ElementType type = ElementType.BYTE;
  private long bytes;

  /** Makes the messages of a call of this rank. */
  RootLengthMessage(Invocation call, int rank) {
    this.call = call;
    this.isRoot = call.root() == rank;
  }

  /** The broadcast of the beginning. */
  Invocation first() {
    if (isRoot) {
      type = call.type();
      bytes = call.bytes();
      words.set(LONG, 0, type.code());
      words.set(LONG, Long.BYTES, bytes);
      MemoryCopy.copy(call.input(), place(call.inputAt()), first, HEADER, inFirst());
    }
    return part(ElementType.BYTE, FIRST_BYTES, first, 0);
  }

  /** The broadcast of the rest, once that of the beginning has been made; null if there is none. */
  @Nullable Invocation rest() {
    if (!isRoot) {
      type = ElementType.ofCode((int) words.get(LONG, 0));
      bytes = words.get(LONG, Long.BYTES);
      if (bytes <= call.bytes()) {
        MemoryCopy.copy(first, HEADER, call.output(), place(call.outputAt()), inFirst());
      }
    }
    long rest = bytes - inFirst();
    if (rest == 0) {
      return null;
    }
    int shift = type.shift();
    if (call.type() == type && bytes <= call.bytes()) {
      Object data = isRoot ? call.input() : call.output();
      int at = (isRoot ? call.inputAt() : call.outputAt()) + (MOST_IN_FIRST >> shift);
      return part(type, rest >> shift, data, at);
    }
    elsewhere = Array.newInstance(type.carrier(), Math.toIntExact(rest >> shift));
    return part(type, rest >> shift, elsewhere, 0);
  }

  /** Checks what this rank and the root have said, at the end. */
  void end(int rank) {
    if (elsewhere != null && bytes <= call.bytes()) {
      long at = place(call.outputAt()) + MOST_IN_FIRST;
      MemoryCopy.copy(elsewhere, 0, call.output(), at, bytes - MOST_IN_FIRST);
    }
    SharedAlgorithm.agreeOnRoot(call.root(), rank, type, bytes, call.type(), call.bytes());
  }

  private long inFirst() {
    return Math.min(bytes, MOST_IN_FIRST);
  }

  private long place(int element) {
    return (long) element << call.type().shift();
  }

  private Invocation part(ElementType elements, long count, Object data, int at) {
    return new Invocation()
        .of(Invocation.CallKind.BLOCKING, Collective.BROADCAST, elements, count)
        .from(data, at)
        .to(data, at)
        .rootedAt(call.root());
  }
}
