package org.ronsel.window;

import java.lang.foreign.MemorySegment;
import java.util.StringJoiner;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;
import org.ronsel.ErrorClass;
import org.ronsel.LockType;
import org.ronsel.RonselException;
import org.ronsel.Window;
import org.ronsel.comm.Communicator;
import org.ronsel.datatype.Caller;
import org.ronsel.onesided.PeerMemory;

/**
 * The parts of all ranks in a window, as seen by one rank: each is opened when it is first used,
 * from the description by its rank. Any thread, without a lock.
 */
final class WindowTargets {
  /** Most locks that are named in a report. */
  private static final int MOST_NAMED = 16;

  private final RankWindow window;
  private final Communicator comm;
  private final Description[] descriptions;
  private final AtomicReferenceArray<@Nullable WindowTarget> opened;

  WindowTargets(RankWindow window, Communicator comm, Description[] descriptions) {
    this.window = window;
    this.comm = comm;
    this.descriptions = descriptions;
    opened = new AtomicReferenceArray<>(descriptions.length);
  }

  /** The number of ranks. */
  int size() {
    return descriptions.length;
  }

  /** The part of a rank that a call names, which is checked. */
  WindowTarget named(String call, int rank) {
    if (rank < 0 || rank >= descriptions.length) {
      throw Caller.raised(
          window,
          call,
          ErrorClass.RANK,
          "target "
              + rank
              + " is not a rank of "
              + window.name()
              + ", whose ranks are 0.."
              + (descriptions.length - 1));
    }
    return of(rank);
  }

  /** The part of a rank. */
  WindowTarget of(int rank) {
    WindowTarget known = opened.getAcquire(rank);
    return known != null ? known : open(rank);
  }

  /** The part of a rank, or null if it has not been opened. */
  @Nullable WindowTarget opened(int rank) {
    return opened.getAcquire(rank);
  }

  private WindowTarget open(int rank) {
    Description of = descriptions[rank];
    try {
      PeerMemory control = open(rank, of.controlKey());
      boolean apart = of.key().length > 0;
      int owner = apart ? rank : 0;
      Description data = descriptions[owner];
      PeerMemory memory = open(owner, data.key());
      long offset = apart ? of.offset() : data.offset() + of.offset();
      boolean bounded = of.kind() != Window.Kind.DYNAMIC;
      window.hints().apply(memory, offset, of.bytes());
      WindowTarget made = new WindowTarget(rank, of, memory, offset, control, bounded);
      return opened.compareAndSet(rank, null, made) ? made : of(rank);
    } catch (RonselException failure) {
      throw window.raise(failure);
    }
  }

  private PeerMemory open(int owner, byte[] key) {
    Description of = descriptions[owner];
    return comm.state()
        .oneSided()
        .openPeer(comm.endpoint(owner), key, of.gateKey(), of.gateOffset());
  }

  /** The memory of a rank as the calling rank loads from and stores to it, empty if it cannot. */
  MemorySegment seen(int rank) {
    WindowTarget target = of(rank);
    MemorySegment all = target.memory().mapped();
    return all == null
        ? MemorySegment.NULL.reinterpret(0)
        : all.asSlice(target.offset(), target.bytes());
  }

  /** The unit of displacements at a rank, in bytes. */
  int unitBytes(int rank) {
    return descriptions[rank].unitBytes();
  }

  /** The lowest rank of whose part this rank sees something, or 0. */
  int firstSeen() {
    for (int rank = 0; rank < descriptions.length; rank++) {
      if (descriptions[rank].bytes() > 0 && (rank == window.rank() || seen(rank).byteSize() > 0)) {
        return rank;
      }
    }
    return 0;
  }

  /** Applies hints to operations on all parts that have been opened. */
  void apply(WindowHints hints) {
    for (int rank = 0; rank < opened.length(); rank++) {
      WindowTarget target = opened.get(rank);
      if (target != null) {
        hints.apply(target.memory(), target.offset(), target.bytes());
      }
    }
  }

  /** Text about the locks that this rank holds, appended to the description of its wait. */
  String heldLocks() {
    StringJoiner held = new StringJoiner(", ", "; has that of rank ", "").setEmptyValue("");
    int named = 0;
    for (int rank = 0; rank < opened.length() && named <= MOST_NAMED; rank++) {
      WindowTarget target = opened.getAcquire(rank);
      LockType type = target == null ? null : target.held();
      if (type != null) {
        named++;
        held.add(named > MOST_NAMED ? "..." : rank + (type == LockType.SHARED ? " (shared)" : ""));
      }
    }
    return held.toString();
  }
}
