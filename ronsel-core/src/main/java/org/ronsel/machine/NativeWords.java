package org.ronsel.machine;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * Access to single words of native segments with explicit memory order: for the control words of
 * rings, doorbells and counters.
 *
 * <p>It does what {@code ValueLayout.JAVA_LONG.varHandle()} does, and stays fast in a JVM whose
 * program also uses segments over arrays or files. Inside the JDK the access of every kind of
 * segment runs through the same few methods; once these have seen three kinds, the compiler no
 * longer knows which kind it has, and a load and a store together cost 18 to 30 ns instead of 3 ns.
 * Each method here compares the segment's class with a constant first, from which the compiler
 * learns the kind.
 *
 * <p>Offsets are in bytes and must be multiples of the word's size, counted from address 0. Bounds,
 * liveness and thread confinement are checked as everywhere: {@link IndexOutOfBoundsException},
 * {@link IllegalStateException}, {@link WrongThreadException}, and {@link IllegalArgumentException}
 * for a misaligned or read-only word.
 */
public final class NativeWords {
  private NativeWords() {}

  /** The class of native segments that are not mapped files. */
  static final Class<?> NATIVE = MemorySegment.NULL.getClass();

  private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle().withInvokeExactBehavior();
  private static final VarHandle INT = ValueLayout.JAVA_INT.varHandle().withInvokeExactBehavior();

  // In each method both branches read alike; they are compiled apart, and that is the point.

  /** Plain load of a long. */
  public static long getLong(MemorySegment memory, long offset) {
    return memory.getClass() == NATIVE
        ? (long) LONG.get(memory, offset)
        : (long) LONG.get(memory, offset);
  }

  /** Plain store of a long. */
  public static void setLong(MemorySegment memory, long offset, long value) {
    if (memory.getClass() == NATIVE) {
      LONG.set(memory, offset, value);
    } else {
      LONG.set(memory, offset, value);
    }
  }

  /** Load of a long with opaque order: of a hint that others change. */
  public static long getLongOpaque(MemorySegment memory, long offset) {
    return memory.getClass() == NATIVE
        ? (long) LONG.getOpaque(memory, offset)
        : (long) LONG.getOpaque(memory, offset);
  }

  /** Load of a long with acquire order. */
  public static long getLongAcquire(MemorySegment memory, long offset) {
    return memory.getClass() == NATIVE
        ? (long) LONG.getAcquire(memory, offset)
        : (long) LONG.getAcquire(memory, offset);
  }

  /** Store of a long with release order. */
  public static void setLongRelease(MemorySegment memory, long offset, long value) {
    if (memory.getClass() == NATIVE) {
      LONG.setRelease(memory, offset, value);
    } else {
      LONG.setRelease(memory, offset, value);
    }
  }

  /** Load of a long with volatile (sequentially consistent) order. */
  public static long getLongVolatile(MemorySegment memory, long offset) {
    return memory.getClass() == NATIVE
        ? (long) LONG.getVolatile(memory, offset)
        : (long) LONG.getVolatile(memory, offset);
  }

  /** Store of a long with volatile (sequentially consistent) order. */
  public static void setLongVolatile(MemorySegment memory, long offset, long value) {
    if (memory.getClass() == NATIVE) {
      LONG.setVolatile(memory, offset, value);
    } else {
      LONG.setVolatile(memory, offset, value);
    }
  }

  /** Atomic compare-and-set of a long with volatile order. */
  public static boolean compareAndSetLong(
      MemorySegment memory, long offset, long expected, long value) {
    return memory.getClass() == NATIVE
        ? (boolean) LONG.compareAndSet(memory, offset, expected, value)
        : (boolean) LONG.compareAndSet(memory, offset, expected, value);
  }

  /** Atomic addition to a long with volatile order; the value before. */
  public static long getAndAddLong(MemorySegment memory, long offset, long delta) {
    return memory.getClass() == NATIVE
        ? (long) LONG.getAndAdd(memory, offset, delta)
        : (long) LONG.getAndAdd(memory, offset, delta);
  }

  /** Atomic bitwise or into a long with volatile order; the value before. */
  public static long getAndOrLong(MemorySegment memory, long offset, long bits) {
    return memory.getClass() == NATIVE
        ? (long) LONG.getAndBitwiseOr(memory, offset, bits)
        : (long) LONG.getAndBitwiseOr(memory, offset, bits);
  }

  /** Atomic exchange of a long with volatile order; the value before. */
  public static long getAndSetLong(MemorySegment memory, long offset, long value) {
    return memory.getClass() == NATIVE
        ? (long) LONG.getAndSet(memory, offset, value)
        : (long) LONG.getAndSet(memory, offset, value);
  }

  /** Plain load of an int. */
  public static int getInt(MemorySegment memory, long offset) {
    return memory.getClass() == NATIVE
        ? (int) INT.get(memory, offset)
        : (int) INT.get(memory, offset);
  }

  /** Plain store of an int. */
  public static void setInt(MemorySegment memory, long offset, int value) {
    if (memory.getClass() == NATIVE) {
      INT.set(memory, offset, value);
    } else {
      INT.set(memory, offset, value);
    }
  }

  /** Load of an int with opaque order: of a hint that others change. */
  public static int getIntOpaque(MemorySegment memory, long offset) {
    return memory.getClass() == NATIVE
        ? (int) INT.getOpaque(memory, offset)
        : (int) INT.getOpaque(memory, offset);
  }

  /** Store of an int with opaque order. */
  public static void setIntOpaque(MemorySegment memory, long offset, int value) {
    if (memory.getClass() == NATIVE) {
      INT.setOpaque(memory, offset, value);
    } else {
      INT.setOpaque(memory, offset, value);
    }
  }

  /** Load of an int with acquire order. */
  public static int getIntAcquire(MemorySegment memory, long offset) {
    return memory.getClass() == NATIVE
        ? (int) INT.getAcquire(memory, offset)
        : (int) INT.getAcquire(memory, offset);
  }

  /** Store of an int with release order. */
  public static void setIntRelease(MemorySegment memory, long offset, int value) {
    if (memory.getClass() == NATIVE) {
      INT.setRelease(memory, offset, value);
    } else {
      INT.setRelease(memory, offset, value);
    }
  }

  /** Load of an int with volatile (sequentially consistent) order. */
  public static int getIntVolatile(MemorySegment memory, long offset) {
    return memory.getClass() == NATIVE
        ? (int) INT.getVolatile(memory, offset)
        : (int) INT.getVolatile(memory, offset);
  }

  /** Store of an int with volatile (sequentially consistent) order. */
  public static void setIntVolatile(MemorySegment memory, long offset, int value) {
    if (memory.getClass() == NATIVE) {
      INT.setVolatile(memory, offset, value);
    } else {
      INT.setVolatile(memory, offset, value);
    }
  }

  /** Atomic compare-and-set of an int with volatile order. */
  public static boolean compareAndSetInt(
      MemorySegment memory, long offset, int expected, int value) {
    return memory.getClass() == NATIVE
        ? (boolean) INT.compareAndSet(memory, offset, expected, value)
        : (boolean) INT.compareAndSet(memory, offset, expected, value);
  }

  /** Atomic addition to an int with volatile order; the value before. */
  public static int getAndAddInt(MemorySegment memory, long offset, int delta) {
    return memory.getClass() == NATIVE
        ? (int) INT.getAndAdd(memory, offset, delta)
        : (int) INT.getAndAdd(memory, offset, delta);
  }
}
