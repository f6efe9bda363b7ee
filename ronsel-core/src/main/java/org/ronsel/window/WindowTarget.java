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
   * give back the lock of one rank are ordered by the program, those of lockAll by the monitor of
   * this object.
   */
  private volatile @Nullable LockType held;

  /** Whether it was asked for; written before {@link #held}. */
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

  /** What its memory lies in, from {@link #offset()} on. */
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

  /** Whether its memory is known here; else its owner looks whether there is any. */
  boolean isBounded() {
    return bounded;
  }

  /** What its control block lies in, from {@link #controlOffset()} on. */
  PeerMemory control() {
    return control;
  }

  long controlOffset() {
    return controlOffset;
  }

  @Nullable LockType held() {
    return held;
  }

  /** Whether the lock that is held has been asked for, so that it has to be given back. */
  boolean isAsked() {
    return asked;
  }

  /** The rank holds a lock from now on. */
  void hold(LockType type, boolean isAsked) {
    asked = isAsked;
    HELD.setRelease(this, type);
  }

  /** It holds none. */
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
