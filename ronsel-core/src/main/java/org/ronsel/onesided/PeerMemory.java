package org.ronsel.onesided;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import org.ronsel.data.Plan;
import org.ronsel.data.TypedMemory;
import org.ronsel.engine.Engine;
import org.ronsel.memory.MemoryCopy;
import org.ronsel.transport.Completion;
import org.ronsel.transport.RemoteMemory;
import org.ronsel.transport.RemoteOp;

/**
 * Memory of a peer with all operations that windows have on it: on patterns of bytes, and
 * accumulates with any predefined operator (MPI-4.1, section 12.3). Ranges are checked by the
 * caller, except in memory that comes and goes. Any thread.
 *
 * <p>Where this rank sees the memory it does the operations itself, within the call ({@link
 * SeenMemory}). Where a transport moves data by itself, contiguous ones go that way. All else goes
 * by records, which the progress of the owner or a ghost carries out ({@link ServedMemory}).
 */
public final class PeerMemory {
  private static final MemorySegment ELSEWHERE = MemorySegment.NULL;

  private final Engine engine;
  private final int endpoint;
  private final @Nullable RemoteMemory direct;
  private final @Nullable MemorySegment mapped;
  private final ServerChoice choice;

  /** For atomic operations; null if they go by records. */
  private final @Nullable SeenMemory seen;

  private final ServedMemory served;
  private final LateFence fence;

  PeerMemory(
      Engine engine,
      int endpoint,
      @Nullable RemoteMemory direct,
      ServerChoice choice,
      @Nullable MemorySegment gate,
      LateFence fence) {
    this.engine = engine;
    this.endpoint = endpoint;
    this.direct = direct;
    this.mapped = direct == null ? null : direct.mapped();
    this.choice = choice;
    this.fence = fence;
    this.seen =
        gate == null || mapped == null
            ? null
            : new SeenMemory(mapped, new AccumulateGate(engine, gate));
    this.served = new ServedMemory(engine, endpoint, choice);
  }

  /** The endpoint of its owner. */
  public int endpoint() {
    return endpoint;
  }

  /** The memory itself, if this rank sees it. */
  public @Nullable MemorySegment mapped() {
    return mapped;
  }

  /** For atomic operations on single values within the call; null if they go by records. */
  public @Nullable SeenMemory seen() {
    return seen;
  }

  /** Whether puts and gets of contiguous data need nothing of the owner. */
  public boolean isDirect() {
    return direct != null;
  }

  /** Whether nothing needs the owner: this rank sees the memory, or a ghost serves it. */
  public boolean needsNoOwner() {
    return mapped != null || served.server() != endpoint;
  }

  /**
   * Says who carries out operations that go by records, if there is a ghost. Waits for those that
   * are under way, so that accumulates of this rank keep their order; the calling thread is the
   * only one that operates on the memory meanwhile.
   */
  public void progressBy(ProgressBy wanted) {
    if (choice.hasGhost() && choice.differsFrom(wanted)) {
      settle();
      choice.want(wanted);
    }
  }

  /**
   * Says how operations that go by records are dealt to several ghosts from now on, as {@link
   * #progressBy} says by whom.
   *
   * @param first where the part of the memory begins that is operated on
   * @param bytes of it
   */
  public void bind(GhostBinding binding, long first, long bytes) {
    if (choice.binding() != binding) {
      settle();
      choice.bind(binding, first, bytes);
    }
  }

  /** Waits until nothing is under way. */
  private void settle() {
    if (!isFlushed()) {
      RemoteOperation all = operation("one-sided operations");
      flush(all);
      engine.await(all);
    }
  }

  /** Says whether accumulates to one place are done in the order of the calls from now on. */
  public void keepOrder(boolean keeps) {
    served.keepOrder(keeps);
  }

  /** Who carries out records about it now: its owner, or a ghost. */
  public int server() {
    return served.server();
  }

  /** Something to wait on: an operation on the memory, to be given as completion. */
  public RemoteOperation operation(String what) {
    return served.operation(what);
  }

  // ---- put and get ----

  /** Writes bytes that lie side by side; see {@link RemoteMemory#put}. */
  public void put(Object base, long offset, long at, long bytes, Completion local) {
    RemoteMemory near = direct;
    if (near != null) {
      near.put(base, offset, at, bytes, local);
    } else {
      served.put(base, offset, at, bytes, local);
    }
  }

  /** Reads bytes that lie side by side; see {@link RemoteMemory#get}. */
  public void get(long at, Object base, long offset, long bytes, Completion done) {
    fence.pay();
    RemoteMemory near = direct;
    if (near != null) {
      near.get(at, base, offset, bytes, done);
    } else {
      served.get(at, base, offset, bytes, done);
    }
  }

  /** Writes {@code count} elements whose bytes lie as a plan says. */
  public void put(
      Object base, long offset, long at, Plan plan, long count, long extent, Completion local) {
    TypedMemory to = pattern(at, plan, count, extent);
    if (mapped != null) {
      MemoryCopy.copy(base, offset, to, 0, to.byteSize());
      local.complete(0);
    } else {
      served.put(base, offset, to, local);
    }
  }

  /** Reads {@code count} elements whose bytes lie as a plan says. */
  public void get(
      long at, Plan plan, long count, long extent, Object base, long offset, Completion done) {
    TypedMemory from = pattern(at, plan, count, extent);
    fence.pay();
    if (mapped != null) {
      MemoryCopy.copy(from, 0, base, offset, from.byteSize());
      done.complete(0);
    } else {
      served.get(from, base, offset, done);
    }
  }

  private TypedMemory pattern(long at, Plan plan, long count, long extent) {
    return new TypedMemory(mapped == null ? ELSEWHERE : mapped, at, plan, count, extent);
  }

  // ---- accumulates ----

  /**
   * Combines bytes that lie side by side with operands.
   *
   * @param base operands, or null for the operator NO_OP
   * @param result gets the values as they were; null if nobody asks
   * @param done when operands may be changed, or the result is there
   */
  public void accumulate(
      Combination combination,
      @Nullable Object base,
      long offset,
      long at,
      long bytes,
      @Nullable Object result,
      long resultOffset,
      Completion done) {
    SeenMemory near = seen;
    if (near != null) {
      near.accumulate(combination, base, offset, at, bytes, result, resultOffset);
      done.complete(0);
    } else {
      served.accumulate(combination, base, offset, at, bytes, result, resultOffset, done);
    }
  }

  /** Combines {@code count} elements whose bytes lie as a plan says. */
  public void accumulate(
      Combination combination,
      @Nullable Object base,
      long offset,
      long at,
      Plan plan,
      long count,
      long extent,
      @Nullable Object result,
      long resultOffset,
      Completion done) {
    TypedMemory to = pattern(at, plan, count, extent);
    SeenMemory near = seen;
    if (near != null) {
      near.accumulate(combination, base, offset, to, result, resultOffset);
      done.complete(0);
    } else {
      served.accumulate(combination, base, offset, to, result, resultOffset, done);
    }
  }

  /**
   * Writes a value of 1, 2, 4 or 8 bytes if it is the expected one, atomically, also with respect
   * to accumulates.
   */
  public void swapValue(int width, long at, long expected, long desired, Completion fetched) {
    SeenMemory near = seen;
    if (near != null) {
      fetched.complete(near.swap(width, at, expected, desired));
    } else {
      served.swap(width, at, expected, desired, fetched);
    }
  }

  // ---- words of control blocks, which nobody accumulates to ----

  private RemoteMemory words() {
    RemoteMemory near = direct;
    return near != null ? near : served.words();
  }

  /** Changes a word atomically; see {@link RemoteMemory#fetchAndOp}. */
  public void fetchAndOp(RemoteOp op, int width, long at, long operand, Completion fetched) {
    words().fetchAndOp(op, width, at, operand, fetched);
  }

  /**
   * Adds to a word of memory that is reached by records, where an operation on it has just become
   * complete: then the engine's lock is held.
   */
  public void addInCompletion(int width, long at, long operand, Completion fetched) {
    served.addInHandler(width, at, operand, fetched);
  }

  /** Writes a word if it is another one; see {@link RemoteMemory#compareAndSwap}. */
  public void compareAndSwap(int width, long at, long expected, long desired, Completion fetched) {
    words().compareAndSwap(width, at, expected, desired, fetched);
  }

  // ---- completion ----

  /** As {@link #flush} where all that was started {@link #isFlushed}. */
  public void flushSeen() {
    fence.owe();
  }

  /** Whether all that has been started is complete, but for the order of later gets. */
  public boolean isFlushed() {
    return mapped != null && !served.isUsed();
  }

  /** Tells when all that was started before, by any thread, is complete remotely. */
  public void flush(Completion remote) {
    if (isFlushed()) {
      fence.owe();
      remote.complete(0);
      return;
    }
    if (served.failsIfLost(remote)) {
      return;
    }
    Completion last = remote;
    RemoteMemory near = direct;
    if (near != null) {
      // Both ways have been used: the last one of two tells.
      last = new BothCompletions(last);
      near.flush(last);
    }
    served.flush(last);
  }

  /**
   * Tells when buffers of what was started before may be used again: earlier than {@link #flush},
   * where data have been copied and are under way.
   */
  public void flushLocal(Completion local) {
    if (direct != null) {
      flush(local);
      return;
    }
    if (!served.failsIfLost(local)) {
      served.flushLocal(local);
    }
  }
}
