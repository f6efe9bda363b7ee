package org.ronsel.onesided;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import org.ronsel.RonselException;
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
 * caller, except in memory that is attached and detached. Any thread.
 *
 * <p>Where this rank sees the memory it carries out the operations itself, within the call ({@link
 * MappedAtomics}). Where a transport moves data by itself, it moves contiguous data. All other
 * operations go by records, which the progress of the owner or a ghost carries out ({@link
 * ServedMemory}).
 */
public final class PeerMemory {
  private static final MemorySegment ELSEWHERE = MemorySegment.NULL;

  private final Engine engine;
  private final int endpoint;
  private final @Nullable RemoteMemory direct;
  private final @Nullable MemorySegment mapped;
  private final ServerChoice choice;

  /** The memory for atomic operations; null if they go by records. */
  private final @Nullable MappedAtomics atomics;

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
    this.atomics =
        gate == null || mapped == null
            ? null
            : new MappedAtomics(mapped, new AccumulateGate(engine, gate), fence);
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

  /**
   * The memory for atomic operations on single values within the call; null if they go by records.
   */
  public @Nullable MappedAtomics mappedAtomics() {
    return atomics;
  }

  /** Whether all operations go by records. */
  public boolean isByRecords() {
    return direct == null;
  }

  /** Whether no operation needs the owner: this rank sees the memory, or a ghost serves it. */
  public boolean needsNoOwner() {
    return mapped != null || served.server() != endpoint;
  }

  /**
   * Sets whether the ghost, if there is one, or the owner carries out operations that go by
   * records. Waits for those that are under way, so that accumulates of this rank keep their order;
   * no other thread may operate on the memory meanwhile.
   */
  public void progressBy(ProgressBy preference) {
    if (choice.hasGhost() && choice.differsFrom(preference)) {
      settle();
      choice.want(preference);
    }
  }

  /**
   * Sets the rule by which operations that go by records are dealt to several ghosts from now on;
   * see {@link #progressBy}.
   *
   * @param first byte of the part of the memory that is operated on
   * @param bytes length of this part
   */
  public void bind(GhostBinding binding, long first, long bytes) {
    if (choice.binding() != binding) {
      settle();
      choice.bind(binding, first, bytes);
    }
  }

  /** Waits until no operation is under way. */
  private void settle() {
    if (!isFlushed()) {
      RemoteOperation all = operation("one-sided operations");
      flush(all);
      all.awaitOrAbandon(engine);
    }
  }

  /**
   * Sets whether accumulates to one place are carried out in the order of the calls from now on.
   */
  public void keepOrder(boolean keeps) {
    served.keepOrder(keeps);
  }

  /** The endpoint that carries out records about the memory now: its owner, or a ghost. */
  public int server() {
    return served.server();
  }

  /** An operation on the memory, to be passed as completion and waited for. */
  public RemoteOperation operation(String what) {
    return served.operation(what);
  }

  // ---- put and get ----

  /** Writes contiguous bytes; see {@link RemoteMemory#put}. */
  public void put(Object base, long offset, long at, long bytes, Completion local) {
    RemoteMemory near = direct;
    if (near != null) {
      near.put(base, offset, at, bytes, local);
      fence.wrote();
    } else {
      served.put(base, offset, at, bytes, local);
    }
  }

  /** Reads contiguous bytes; see {@link RemoteMemory#get}. */
  public void get(long at, Object base, long offset, long bytes, Completion done) {
    fence.pay();
    RemoteMemory near = direct;
    if (near != null) {
      near.get(at, base, offset, bytes, done);
    } else {
      served.get(at, base, offset, bytes, done);
    }
  }

  /** Writes {@code count} elements whose layout a plan describes. */
  public void put(
      Object base, long offset, long at, Plan plan, long count, long extent, Completion local) {
    TypedMemory to = pattern(at, plan, count, extent);
    if (mapped != null) {
      MemoryCopy.copy(base, offset, to, 0, to.byteSize());
      fence.wrote();
      local.complete(0);
    } else {
      served.put(base, offset, to, local);
    }
  }

  /** Reads {@code count} elements whose layout a plan describes. */
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
   * Combines contiguous bytes with operands.
   *
   * @param base operands, or null for the operator NO_OP
   * @param result gets the previous values; null if they are not needed
   * @param done completed when operands may be changed, or the result is available
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
    MappedAtomics near = atomics;
    if (near != null) {
      near.accumulate(combination, base, offset, at, bytes, result, resultOffset);
      done.complete(0);
    } else {
      served.accumulate(combination, base, offset, at, bytes, result, resultOffset, done);
    }
  }

  /** Combines {@code count} elements whose layout a plan describes. */
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
    MappedAtomics near = atomics;
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
    MappedAtomics near = atomics;
    if (near != null) {
      fetched.complete(near.swap(width, at, expected, desired));
    } else {
      served.swap(width, at, expected, desired, fetched);
    }
  }

  // ---- words of control blocks, which are not targets of accumulates ----

  private RemoteMemory words() {
    RemoteMemory near = direct;
    return near != null ? near : served.words();
  }

  /** Changes a word atomically; see {@link RemoteMemory#fetchAndOp}. */
  public void fetchAndOp(RemoteOp op, int width, long at, long operand, Completion fetched) {
    words().fetchAndOp(op, width, at, operand, fetched);
  }

  /**
   * Adds to a word of memory that is accessed by records, from the completion of an operation on
   * it, where the engine's lock is held.
   */
  public void addInCompletion(int width, long at, long operand, Completion fetched) {
    served.addInHandler(width, at, operand, fetched);
  }

  /** As {@link #addInCompletion}, writes a word if it has an expected value. */
  public void swapInCompletion(
      int width, long at, long expected, long desired, Completion fetched) {
    served.swapInHandler(width, at, expected, desired, fetched);
  }

  /** Writes a word if it has an expected value; see {@link RemoteMemory#compareAndSwap}. */
  public void compareAndSwap(int width, long at, long expected, long desired, Completion fetched) {
    words().compareAndSwap(width, at, expected, desired, fetched);
  }

  // ---- completion ----

  /** As {@link #flush}, for memory that {@link #isFlushed}. */
  public void flushSeen() {
    fence.owe();
  }

  /** Whether all operations started so far are complete, except for the order of later gets. */
  public boolean isFlushed() {
    return mapped != null && !served.isUsed();
  }

  /**
   * Completes {@code remote} when all operations that any thread has started before are complete
   * remotely.
   */
  public void flush(Completion remote) {
    if (isFlushed()) {
      fence.owe();
      remote.complete(0);
      return;
    }
    Completion last = remote;
    RemoteMemory near = direct;
    if (near != null) {
      // Both ways have been used: the last of two completions counts.
      last = new BothCompletions(last);
      near.flush(last);
    }
    served.flush(last);
  }

  /** Has the next flush report a failure again, with which an earlier one has completed. */
  public void failed(RonselException why) {
    served.failed(why);
  }

  /**
   * Completes {@code local} when the buffers of operations that were started before may be reused:
   * earlier than {@link #flush}, where data have been copied and are under way.
   */
  public void flushLocal(Completion local) {
    if (direct != null) {
      flush(local);
      return;
    }
    served.flushLocal(local);
  }
}
