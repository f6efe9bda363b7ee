package org.ronsel.onesided;

import java.lang.foreign.MemorySegment;
import java.util.function.Consumer;
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
 * <p>Where this rank sees the memory it does the operations itself, within the call. Where a
 * transport moves data by itself, contiguous ones go that way. All else goes by records, which the
 * progress of the owner carries out.
 */
public final class PeerMemory {
  /** Operations under way by records, after which the next one waits for them. */
  private static final int MOST_PENDING = 1 << 11;

  private static final MemorySegment ELSEWHERE = MemorySegment.NULL;

  private final Engine engine;
  private final int endpoint;
  private final @Nullable RemoteMemory direct;
  private final @Nullable MemorySegment mapped;
  private final ServerChoice choice;
  private final @Nullable AccumulateGate gate;
  private final LateFence fence;

  /** Whether accumulates to one place are done in the order of the calls. */
  private volatile boolean isOrdered = true;

  /** Whether anything has gone by records; a flush then waits for them. */
  private volatile boolean usesRecords;

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
    this.gate = gate == null ? null : new AccumulateGate(engine, gate);
    this.usesRecords = direct == null;
  }

  /** The endpoint of its owner. */
  public int endpoint() {
    return endpoint;
  }

  /** The memory itself, if this rank sees it. */
  public @Nullable MemorySegment mapped() {
    return mapped;
  }

  /** Whether puts and gets of contiguous data need nothing of the owner. */
  public boolean isDirect() {
    return direct != null;
  }

  /** Whether nothing needs the owner: this rank sees the memory, or a ghost serves it. */
  public boolean needsNoOwner() {
    return mapped != null || records().endpoint() != endpoint;
  }

  /** As records are sent about it. */
  private RecordProtocol.Target records() {
    return choice.next();
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
    isOrdered = keeps;
  }

  /** For a put or a get. */
  private RemoteMemory memory(long bytes) {
    RemoteMemory seen = direct;
    return seen != null ? seen : throttle(choice.nextOfMoves(bytes));
  }

  /** Who carries out records about it now: its owner, or a ghost. */
  public int server() {
    return records().endpoint();
  }

  /** Something to wait on: an operation on the memory, to be given as completion. */
  public RemoteOperation operation(String what) {
    return new RemoteOperation(engine, endpoint, server(), choice::isLost, what);
  }

  /** Waits where too many operations are under way by records, each of which takes memory. */
  private RecordProtocol.Target throttle(RecordProtocol.Target records) {
    usesRecords = true;
    if (records.pending() >= MOST_PENDING) {
      RemoteOperation all = operation("one-sided operations");
      records.flush(all);
      engine.await(all);
    }
    return records;
  }

  /**
   * Begins an accumulate when those before have been sent as a whole: those of one rank to one
   * place are done in the order of the calls, and a short one would overtake the rest of a long
   * one.
   */
  private void inOrder(Consumer<RecordProtocol.Target> begin) {
    try {
      inOrder(choice.begin(), begin);
    } finally {
      choice.end();
    }
  }

  private void inOrder(RecordProtocol.Target records, Consumer<RecordProtocol.Target> begin) {
    throttle(records);
    if (isOrdered && records.unsent().any()) {
      RemoteOperation before = operation("an accumulate before");
      records.unsent().whenNone(before);
      engine.await(before);
    }
    begin.accept(records);
  }

  // ---- memory that ghosts divide ----

  /** A part of an operation on bytes that lie side by side. */
  private interface Piece {
    void begin(RecordProtocol.Target records, long skipped, long bytes, Completion told);
  }

  /**
   * Begins an operation in pieces, at all ghosts that have a part of the bytes.
   *
   * @param unit bytes that are not divided
   */
  private void divided(
      Division division, long at, long bytes, int unit, Completion done, Piece piece) {
    if (!division.isInOne(at, bytes) && !division.keepsWhole(at, unit)) {
      alone(records -> piece.begin(records, 0, bytes, done));
      return;
    }
    Completion last = done;
    long end = at + bytes;
    long from = at;
    while (true) {
      boolean isRest = division.isInOne(from, end - from);
      long part = (isRest ? end : division.endOf(from)) - from;
      long skipped = from - at;
      Completion told = isRest ? last : new BothCompletions(last);
      inOrder(
          choice.serverOf(division, from), records -> piece.begin(records, skipped, part, told));
      if (isRest) {
        return;
      }
      last = told;
      from += part;
    }
  }

  /** Begins an operation that no single ghost may do beside what the others do, and ends it. */
  private void alone(Consumer<RecordProtocol.Target> begin) {
    settle();
    inOrder(begin);
    settle();
  }

  /** Begins an accumulate on a pattern, at the ghost that has all of it. */
  private void divided(
      Division division, TypedMemory pattern, Consumer<RecordProtocol.Target> begin) {
    long[] ends = {Long.MAX_VALUE, Long.MIN_VALUE};
    pattern.visit(
        0,
        pattern.byteSize(),
        (at, stride, packedAt, packedStride, block, n) -> {
          long other = at + (n - 1) * stride;
          ends[0] = Math.min(ends[0], Math.min(at, other));
          ends[1] = Math.max(ends[1], Math.max(at, other) + block);
        });
    if (division.isInOne(ends[0], ends[1] - ends[0])) {
      inOrder(choice.serverOf(division, ends[0]), begin);
    } else {
      alone(begin);
    }
  }

  // ---- put and get ----

  /** Writes bytes that lie side by side; see {@link RemoteMemory#put}. */
  public void put(Object base, long offset, long at, long bytes, Completion local) {
    Division division = direct == null ? choice.division() : null;
    if (division == null) {
      memory(bytes).put(base, offset, at, bytes, local);
    } else {
      divided(
          division,
          at,
          bytes,
          1,
          local,
          (records, skipped, part, told) ->
              records.put(base, offset + skipped, at + skipped, part, told));
    }
  }

  /** Reads bytes that lie side by side; see {@link RemoteMemory#get}. */
  public void get(long at, Object base, long offset, long bytes, Completion done) {
    fence.pay();
    Division division = direct == null ? choice.division() : null;
    if (division == null) {
      memory(bytes).get(at, base, offset, bytes, done);
    } else {
      divided(
          division,
          at,
          bytes,
          1,
          done,
          (records, skipped, part, told) ->
              records.get(at + skipped, base, offset + skipped, part, told));
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
      throttle(choice.nextOfMoves(to.byteSize())).put(base, offset, to, local);
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
      throttle(choice.nextOfMoves(from.byteSize())).get(from, base, offset, done);
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
    MemorySegment seen = mapped;
    AccumulateGate passed = gate;
    if (seen == null || passed == null) {
      accumulateByRecords(combination, base, offset, at, bytes, result, resultOffset, done);
      return;
    }
    if (Accumulation.isFewWords(combination, seen, at, bytes)
        && isOfValues(base, offset, combination)
        && isOfValues(result, resultOffset, combination)) {
      int shift = combination.type().shift();
      int n = (int) bytes >> shift;
      int first = (int) (offset >> shift);
      int firstOld = (int) (resultOffset >> shift);
      Accumulation.words(passed, combination, seen, at, n, base, first, result, firstOld);
    } else {
      Accumulation.sideBySide(
          passed, combination, seen, at, bytes, base, offset, result, resultOffset);
    }
    done.complete(0);
  }

  private void accumulateByRecords(
      Combination combination,
      @Nullable Object base,
      long offset,
      long at,
      long bytes,
      @Nullable Object result,
      long resultOffset,
      Completion done) {
    Division division = choice.division();
    if (division == null) {
      inOrder(
          records ->
              records.accumulate(combination, base, offset, at, bytes, result, resultOffset, done));
      return;
    }
    divided(
        division,
        at,
        bytes,
        combination.unitBytes(),
        done,
        (records, skipped, part, told) ->
            records.accumulate(
                combination,
                base,
                offset + skipped,
                at + skipped,
                part,
                result,
                resultOffset + skipped,
                told));
  }

  /** Whether packed values lie in an array of their own type, or there are none. */
  private static boolean isOfValues(@Nullable Object base, long offset, Combination combination) {
    return base == null
        || base.getClass() == combination.type().arrayClass()
            && (offset & combination.type().bytes() - 1) == 0;
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
    MemorySegment seen = mapped;
    AccumulateGate passed = gate;
    if (seen == null || passed == null) {
      Consumer<RecordProtocol.Target> begin =
          records -> records.accumulate(combination, base, offset, to, result, resultOffset, done);
      Division division = choice.division();
      if (division == null) {
        inOrder(begin);
      } else {
        divided(division, to, begin);
      }
      return;
    }
    long bytes = to.byteSize();
    Accumulation.any(
        passed, combination, seen, to::visit, bytes, base, offset, result, resultOffset);
    done.complete(0);
  }

  /** Whether {@link #combineWord} combines a value that lies there. */
  public boolean isOnWord(Combination combination, long at) {
    MemorySegment seen = mapped;
    return seen != null
        && gate != null
        && Accumulation.isFewWords(combination, seen, at, combination.type().bytes());
  }

  /**
   * Combines one value, which {@link #isOnWord}, and returns it as it was.
   *
   * @param bits as {@link org.ronsel.data.ElementType#store} takes them
   */
  public long combineWord(Combination combination, long at, long bits) {
    MemorySegment seen = mapped;
    AccumulateGate passed = gate;
    if (seen == null || passed == null) {
      throw new IllegalStateException("the memory is not seen here");
    }
    passed.enter();
    try {
      return WordLoops.combine(combination, seen, at, bits);
    } finally {
      passed.leave();
    }
  }

  /**
   * Writes a value of 1, 2, 4 or 8 bytes if it is the expected one, atomically, also with respect
   * to accumulates.
   */
  public void swapValue(int width, long at, long expected, long desired, Completion fetched) {
    MemorySegment seen = mapped;
    AccumulateGate passed = gate;
    if (seen == null || passed == null) {
      Division division = choice.division();
      Consumer<RecordProtocol.Target> begin =
          records -> records.compareAndSwap(width, at, expected, desired, fetched);
      if (division == null) {
        inOrder(begin);
      } else {
        divided(
            division,
            at,
            width,
            width,
            fetched,
            (records, skipped, part, told) -> begin.accept(records));
      }
    } else {
      fetched.complete(Swap.apply(passed, seen, width, at, expected, desired));
    }
  }

  /** Whether {@link #swapSeenValue} swaps values of it. */
  public boolean isSeen() {
    return mapped != null && gate != null;
  }

  /** As {@link #swapValue}, in memory that {@link #isSeen}; returns the value as it was. */
  public long swapSeenValue(int width, long at, long expected, long desired) {
    MemorySegment seen = mapped;
    AccumulateGate passed = gate;
    if (seen == null || passed == null) {
      throw new IllegalStateException("the memory is not seen here");
    }
    return Swap.apply(passed, seen, width, at, expected, desired);
  }

  // ---- words of control blocks, which nobody accumulates to ----

  private RemoteMemory words() {
    RemoteMemory seen = direct;
    if (seen != null) {
      return seen;
    }
    usesRecords = true;
    return records();
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
    records().addInHandler(width, at, operand, fetched);
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
    return mapped != null && !usesRecords;
  }

  /** Tells when all that was started before, by any thread, is complete remotely. */
  public void flush(Completion remote) {
    if (isFlushed()) {
      fence.owe();
      remote.complete(0);
      return;
    }
    if (choice.isLost()) {
      remote.fail(Ghosts.failed(endpoint));
      return;
    }
    Completion last = remote;
    RemoteMemory seen = direct;
    if (seen != null) {
      // Both ways have been used: the last one of two tells.
      last = new BothCompletions(last);
      seen.flush(last);
    }
    choice.whenAll(last, RecordProtocol.Target::flush);
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
    if (choice.isLost()) {
      local.fail(Ghosts.failed(endpoint));
      return;
    }
    choice.whenAll(local, (server, told) -> server.local().whenNone(told));
  }
}
