package org.ronsel.onesided;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Array;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.ronsel.RonselException;
import org.ronsel.data.ElementType;
import org.ronsel.data.Plan;
import org.ronsel.data.TypedMemory;
import org.ronsel.engine.Engine;
import org.ronsel.memory.MemoryCopy;
import org.ronsel.transport.AtomicWords;
import org.ronsel.transport.Completion;
import org.ronsel.transport.RemoteMemory;
import org.ronsel.transport.RemoteOp;

/**
 * Memory of a peer with all operations that windows have on it: on patterns of bytes, and
 * accumulates with any predefined operator (MPI-4.1, section 12.3). Ranges are checked by the
 * caller, except in memory that comes and goes. Any thread.
 *
 * <p>Where this rank sees the memory it does the operations itself, within the call, but for
 * accumulates on what no processor changes atomically: those the owner does. Where a transport
 * moves data by itself, contiguous ones go that way. All else goes by records.
 */
public final class PeerMemory {
  /** Bytes of operands that are packed at a time. */
  private static final int PIECE = 16 << 10;

  /** Operations under way by records, after which the next one waits for them. */
  private static final int MOST_PENDING = 1 << 11;

  private static final MemorySegment ELSEWHERE = MemorySegment.NULL;

  private final Engine engine;
  private final int endpoint;
  private final RemoteMemory memory;
  private final @Nullable MemorySegment mapped;
  private final RecordProtocol.Target records;

  /** Whether anything has gone by records; a flush then waits for them. */
  private volatile boolean usesRecords;

  /** Elements of a datatype in the memory. */
  private record Pattern(Plan plan, long count, long extent) {}

  PeerMemory(
      Engine engine, int endpoint, @Nullable RemoteMemory direct, RecordProtocol.Target records) {
    this.engine = engine;
    this.endpoint = endpoint;
    this.memory = direct == null ? records : direct;
    this.mapped = direct == null ? null : direct.mapped();
    this.records = records;
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
    return memory != records;
  }

  /** Something to wait on: an operation on the memory, to be given as completion. */
  public RemoteOperation operation(String what) {
    return new RemoteOperation(engine, endpoint, what);
  }

  /** Waits where too many operations are under way by records, each of which takes memory. */
  private void throttle(boolean byRecords) {
    if (!byRecords) {
      return;
    }
    usesRecords = true;
    if (records.pending() >= MOST_PENDING) {
      RemoteOperation all = operation("one-sided operations");
      records.flush(all);
      engine.await(all);
    }
  }

  // ---- put and get ----

  /** Writes bytes that lie side by side; see {@link RemoteMemory#put}. */
  public void put(Object base, long offset, long at, long bytes, Completion local) {
    throttle(memory == records);
    memory.put(base, offset, at, bytes, local);
  }

  /** Reads bytes that lie side by side; see {@link RemoteMemory#get}. */
  public void get(long at, Object base, long offset, long bytes, Completion done) {
    throttle(memory == records);
    memory.get(at, base, offset, bytes, done);
  }

  /** Writes {@code count} elements whose bytes lie as a plan says. */
  public void put(
      Object base, long offset, long at, Plan plan, long count, long extent, Completion local) {
    TypedMemory to = pattern(at, plan, count, extent);
    if (mapped != null) {
      MemoryCopy.copy(base, offset, to, 0, to.byteSize());
      local.complete(0);
    } else {
      throttle(true);
      records.put(base, offset, to, local);
    }
  }

  /** Reads {@code count} elements whose bytes lie as a plan says. */
  public void get(
      long at, Plan plan, long count, long extent, Object base, long offset, Completion done) {
    TypedMemory from = pattern(at, plan, count, extent);
    if (mapped != null) {
      MemoryCopy.copy(from, 0, base, offset, from.byteSize());
      done.complete(0);
    } else {
      throttle(true);
      records.get(from, base, offset, done);
    }
  }

  private TypedMemory pattern(long at, Plan plan, long count, long extent) {
    return new TypedMemory(mapped == null ? ELSEWHERE : mapped, at, plan, count, extent);
  }

  // ---- accumulates ----

  /**
   * Whether an accumulate of one value is done by the calling rank.
   *
   * @param at where the value lies
   */
  public boolean isOnWord(Combination combination, long at) {
    MemorySegment seen = mapped;
    int width = combination.type().bytes();
    return seen != null && Accumulation.isOnWords(combination, seen, at, width, width, 1);
  }

  /**
   * Combines {@code count} elements with those of the memory.
   *
   * @param base operands, or null for the operator NO_OP
   * @param result gets the elements as they were; null if nobody asks
   * @param done when operands may be changed, or the result is there
   */
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
    if (seen == null || !isOnWords(combination, seen, to)) {
      throttle(true);
      records.accumulate(combination, base, offset, to, result, resultOffset, done);
      return;
    }
    ElementType type = combination.packedType();
    Class<?> array = type.arrayClass();
    boolean plainOperands = base == null || base.getClass() == array && offset % type.bytes() == 0;
    boolean plainResult =
        result == null || result.getClass() == array && resultOffset % type.bytes() == 0;
    if (plainOperands && plainResult) {
      Accumulation all =
          new Accumulation(
              combination,
              seen,
              base,
              (int) (offset >> type.shift()),
              result,
              (int) (resultOffset >> type.shift()));
      to.visit(0, to.byteSize(), all::words);
    } else {
      inPieces(combination, seen, base, offset, to, result, resultOffset);
    }
    done.complete(0);
  }

  private static boolean isOnWords(Combination combination, MemorySegment seen, TypedMemory to) {
    if (!combination.isOnWords()) {
      return false;
    }
    boolean[] all = {true};
    int width = combination.type().bytes();
    to.visit(
        0,
        to.byteSize(),
        (at, stride, packedAt, packedStride, block, n) ->
            all[0] &=
                (packedAt | packedStride) % width == 0
                    && Accumulation.isOnWords(combination, seen, at, stride, block, n));
    return all[0];
  }

  private static void inPieces(
      Combination combination,
      MemorySegment seen,
      @Nullable Object base,
      long offset,
      TypedMemory to,
      @Nullable Object result,
      long resultOffset) {
    ElementType type = combination.packedType();
    long bytes = to.byteSize();
    int elements = (int) (Math.min(PIECE, bytes) >> type.shift());
    Object operands = base == null ? null : Array.newInstance(type.carrier(), elements);
    Object old = result == null ? null : Array.newInstance(type.carrier(), elements);
    Accumulation piece = new Accumulation(combination, seen, operands, 0, old, 0);
    for (long done = 0; done < bytes; done += PIECE) {
      long part = Math.min(PIECE, bytes - done);
      if (base != null && operands != null) {
        MemoryCopy.copy(base, offset + done, operands, 0, part);
      }
      to.visit(done, part, piece::words);
      if (result != null && old != null) {
        MemoryCopy.copy(old, 0, result, resultOffset + done, part);
      }
    }
  }

  /**
   * Combines one value, which {@link #isOnWord}, and returns it as it was.
   *
   * @param bits as {@link ElementType#store} takes them
   */
  public long combineWord(Combination combination, long at, long bits) {
    MemorySegment seen = mapped;
    if (seen == null) {
      throw new IllegalStateException("the memory is not seen here");
    }
    return WordLoops.combine(combination, seen, at, bits);
  }

  // ---- words ----

  /** Changes a word atomically; see {@link RemoteMemory#fetchAndOp}. */
  public void fetchAndOp(RemoteOp op, int width, long at, long operand, Completion fetched) {
    memory.fetchAndOp(op, width, at, operand, fetched);
  }

  /**
   * Writes a value of 1, 2, 4 or 8 bytes if it is another one; see {@link
   * RemoteMemory#compareAndSwap}. One that is no aligned word is compared by the owner.
   */
  public void compareAndSwap(int width, long at, long expected, long desired, Completion fetched) {
    MemorySegment seen = mapped;
    if (seen == null || AtomicWords.isWord(seen, width, at)) {
      memory.compareAndSwap(width, at, expected, desired, fetched);
    } else {
      throttle(true);
      records.compareAndSwap(width, at, expected, desired, fetched);
    }
  }

  // ---- completion ----

  /** Whether all that has been started is complete, for certain. */
  public boolean isFlushed() {
    return mapped != null && !usesRecords;
  }

  /** Tells when all that was started before, by any thread, is complete remotely. */
  public void flush(Completion remote) {
    if (isFlushed()) {
      VarHandle.fullFence();
      remote.complete(0);
    } else if (memory == records) {
      records.flush(remote);
    } else {
      // Both ways have been used: the last one of two tells.
      Completion both = new Both(remote);
      memory.flush(both);
      records.flush(both);
    }
  }

  /** Tells when both of two have completed; the first failure is told. */
  private static final class Both implements Completion {
    private final Completion whole;
    private final AtomicInteger left = new AtomicInteger(2);
    private volatile @Nullable RonselException failure;

    Both(Completion whole) {
      this.whole = whole;
    }

    @Override
    public void complete(long value) {
      if (left.decrementAndGet() == 0) {
        RonselException why = failure;
        if (why == null) {
          whole.complete(0);
        } else {
          whole.fail(why);
        }
      }
    }

    @Override
    public void fail(RonselException cause) {
      failure = cause;
      complete(0);
    }
  }
}
