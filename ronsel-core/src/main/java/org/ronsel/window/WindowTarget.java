package org.ronsel.window;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;
import org.ronsel.LockType;
import org.ronsel.onesided.PeerMemory;

/** The part of a rank in a window, as the calling rank sees it. */
final class WindowTarget {
  private static final VarHandle HELD = handle();

  private final int rank;
  private final PeerMemory memory;
  private final long offset;
  private final long bytes;
  private final int unitBytes;
  private final PeerMemory control;
  private final long controlOffset;
  private final boolean bounded;

  /**
   * The lock that the calling rank holds, or null. Written with release order: calls that take and
   * release the lock of one rank are ordered by the program, those of lockAll by the monitor of
   * this object.
   */
  private volatile @Nullable LockType held;

  /**
   * The number of doubts about shared locks when it was last read; see {@link LockDoubt}. Volatile:
   * whatever thread handles the answer writes it.
   */
  private volatile long doubts;

  /** Whether the lock was requested; written before {@link #held}. */
  private boolean asked;

  WindowTarget(
      int rank,
      Description of,
      PeerMemory memory,
      long offset,
      PeerMemory control,
      boolean bounded) {
    this.rank = rank;
    this.memory = memory;
    this.offset = offset;
    this.bytes = of.bytes();
    this.unitBytes = of.unitBytes();
    this.control = control;
    this.controlOffset = of.controlOffset();
    this.bounded = bounded;
  }

  int rank() {
    return rank;
  }

  /** The memory that contains this part, from {@link #offset()} on. */
  PeerMemory memory() {
    return memory;
  }

  long offset() {
    return offset;
  }

  long bytes() {
    return bytes;
  }

  int unitBytes() {
    return unitBytes;
  }

  /** Whether the bounds of its memory are known here; otherwise its owner checks accesses. */
  boolean isBounded() {
    return bounded;
  }

  /** The memory that contains its control block, from {@link #controlOffset()} on. */
  PeerMemory control() {
    return control;
  }

  long controlOffset() {
    return controlOffset;
  }

  @Nullable LockType held() {
    return held;
  }

  /** Whether the lock that is held was requested, so that it has to be released. */
  boolean isAsked() {
    return asked;
  }

  long doubts() {
    return doubts;
  }

  void doubts(long number) {
    doubts = number;
  }

  /** Notes that the calling rank holds a lock from now on. */
  void hold(LockType type, boolean isAsked) {
    asked = isAsked;
    HELD.setRelease(this, type);
  }

  /** Notes that the calling rank holds no lock. */
  void release() {
    HELD.setRelease(this, (LockType) null);
  }

  private static VarHandle handle() {
    try {
      return MethodHandles.lookup().findVarHandle(WindowTarget.class, "held", LockType.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }
}
