package org.ronsel.onesided;

import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import org.ronsel.data.ElementType;
import org.ronsel.engine.Engine;
import org.ronsel.memory.MemoryBuffers;
import org.ronsel.memory.NativeWords;

/**
 * Serialises accumulates on one rank's memory, for all ranks that see it. Those of a few words pass
 * the gate concurrently, since each changes its words by atomic instructions. One that is long, or
 * on values that are not words, closes the gate: it then runs alone, with plain loops.
 *
 * <p>A thread that passes adds one to a stripe (full order), checks whether the gate is closed
 * (volatile), and subtracts one at the end (release). A thread that closes the gate writes its
 * number into it by compare-and-swap (full order), then waits for every stripe to be zero
 * (acquire), and opens it with a release store. So either the passing thread sees that the gate is
 * closed and steps back, or the closing thread sees its stripe. No thread waits while it is counted
 * in a stripe, so all waits end.
 *
 * <p>Before a rank first passes by a stripe it adds the stripe to those in use (full order). A
 * thread that closes the gate reads (volatile) and checks those only: as with a stripe, one of both
 * sees the other.
 *
 * <p>The first thread that passes by a stripe keeps a mark of its own there, which no other thread
 * writes: so it sets the mark by one atomic instruction (full order), and clears it by a store
 * (release). A stripe is empty when its count is zero and the mark is not set.
 *
 * <p>The gate is in memory that the ranks of the host share. A rank that dies between two of these
 * steps leaves it as it is; threads that wait for it then get an exception. The gate does not know
 * which ranks are counted in a stripe. One that stays counted although the gate is closed, for
 * longer than any thread should need to step back, is taken for that of a failed rank, if one of
 * those that use the stripe has failed.
 */
final class AccumulateGate {
  private static final int STRIPES = 8;

  /** For so long a stripe may stay counted while the gate is closed. */
  private static final long STEPS_BACK_WITHIN_NS = 1_000_000_000L;

  /**
   * Distance of stripes in bytes, since different ranks write them: processors fetch lines in
   * pairs.
   */
  private static final int APART = 128;

  /** Bytes of a gate, zero at first. */
  static final long BYTES = (1L + STRIPES) * APART;

  /** Offset, in the gate, of a word with a bit for each stripe that is in use. */
  private static final int IN_USE = 8;

  // Offsets in a stripe, behind its count.
  private static final int MARKER = 16;
  private static final int MARK = 24;

  /** In {@link #MARKER}: the rank, plus one, above the number of its thread. */
  private static final int RANK_AT = 40;

  private static final int SPINS = 200;
  private static final int YIELDS_PER_LOOK = 100;

  private final IntConsumer liveness;
  private final IntConsumer livenessOfStripe;
  private final MemorySegment memory;
  private final int own;
  private final long stripe;

  /**
   * The thread that has the mark of the stripe, if it is one of this rank that has passed here.
   * Written by that thread alone; other threads only learn that they are not it.
   */
  private @Nullable Thread marker;

  /**
   * Whether the stripe is known to be in use; a plain field, since finding it out twice does no
   * harm.
   */
  private boolean isInUse;

  /** Arrays for combining values, used only by the thread that has closed the gate. */
  private @Nullable Object values;

  private @Nullable Object operands;

  /** Views of the memory, used only by that thread as well. */
  private final MemoryBuffers buffers = new MemoryBuffers();

  /** Creates a gate as the rank of an engine sees it. */
  AccumulateGate(Engine engine, MemorySegment memory) {
    this(
        engine.rank(),
        engine.peerFailures()::throwIfPeerFailed,
        first -> engine.peerFailures().throwIfAnyFailed(first, STRIPES),
        memory);
  }

  /**
   * Creates a gate as a rank sees it. What tells it of failures must take no lock, since some
   * callers hold that of an engine.
   *
   * @param liveness throws if the given rank has failed
   * @param livenessOfStripe throws if a rank has failed that uses the stripe with the given number
   */
  AccumulateGate(
      int rank, IntConsumer liveness, IntConsumer livenessOfStripe, MemorySegment memory) {
    this.liveness = liveness;
    this.livenessOfStripe = livenessOfStripe;
    this.memory = memory;
    this.own = rank + 1;
    this.stripe = (1L + rank % STRIPES) * APART;
  }

  /**
   * An array of at least {@code length} elements, for the thread that has closed the gate, until it
   * opens the gate.
   */
  Object valuesWhileClosed(ElementType type, int length) {
    Object known = spareOf(values, type, length);
    values = known;
    return known;
  }

  /** A second array; see {@link #valuesWhileClosed}. */
  Object operandsWhileClosed(ElementType type, int length) {
    Object known = spareOf(operands, type, length);
    operands = known;
    return known;
  }

  /** Views of memory, for the thread that has closed the gate. */
  MemoryBuffers buffersWhileClosed() {
    return buffers;
  }

  private static Object spareOf(@Nullable Object known, ElementType type, int length) {
    return known != null
            && known.getClass() == type.arrayClass()
            && Array.getLength(known) >= length
        ? known
        : Array.newInstance(type.carrier(), length);
  }

  /** Passes the gate, until {@link #leave} by the same thread. */
  void enter() {
    if (Thread.currentThread() != marker && !isMarker()) {
      enterCounted();
      return;
    }
    while (true) {
      var _ = NativeWords.getAndSetLong(memory, stripe + MARK, 1);
      if (NativeWords.getLongVolatile(memory, 0) == 0) {
        return;
      }
      leave();
      awaitOpen();
    }
  }

  private void enterCounted() {
    use();
    while (true) {
      var _ = NativeWords.getAndAddLong(memory, stripe, 1);
      if (NativeWords.getLongVolatile(memory, 0) == 0) {
        return;
      }
      leave();
      awaitOpen();
    }
  }

  /** Whether the calling thread has the mark, which it gets if no thread has it yet. */
  private boolean isMarker() {
    Thread current = Thread.currentThread();
    long number = current.threadId();
    if (number >>> RANK_AT != 0) {
      return false;
    }
    long self = (long) own << RANK_AT | number;
    long known = NativeWords.getLongAcquire(memory, stripe + MARKER);
    boolean has =
        known == self
            || known == 0 && NativeWords.compareAndSetLong(memory, stripe + MARKER, 0, self);
    if (has) {
      use();
      marker = current;
    }
    return has;
  }

  /** Adds the stripe to those in use. */
  private void use() {
    if (!isInUse) {
      long bit = 1L << stripe / APART;
      for (long known = 0;
          (known & bit) == 0
              && !NativeWords.compareAndSetLong(memory, IN_USE, known, known | bit); ) {
        known = NativeWords.getLongVolatile(memory, IN_USE);
      }
      isInUse = true;
    }
  }

  /** Ends {@link #enter}. */
  void leave() {
    if (Thread.currentThread() == marker) {
      NativeWords.setLongRelease(memory, stripe + MARK, 0);
    } else {
      var _ = NativeWords.getAndAddLong(memory, stripe, -1);
    }
  }

  /** Closes the gate for all others, until {@link #open}. */
  void close() {
    while (!NativeWords.compareAndSetLong(memory, 0, 0, own)) {
      awaitOpen();
    }
    try {
      long inUse = NativeWords.getLongVolatile(memory, IN_USE);
      for (; inUse != 0; inUse &= inUse - 1) {
        awaitEmpty((long) Long.numberOfTrailingZeros(inUse) * APART);
      }
    } catch (RuntimeException | Error failed) {
      open();
      throw failed;
    }
  }

  /** Ends {@link #close}. */
  void open() {
    NativeWords.setLongRelease(memory, 0, 0);
  }

  private void awaitOpen() {
    for (int i = 0; ; i++) {
      long holder = NativeWords.getLongAcquire(memory, 0);
      if (holder == 0) {
        return;
      }
      pause(i, holder);
    }
  }

  private void awaitEmpty(long at) {
    long startNs = 0;
    for (int i = 0; NativeWords.getLongAcquire(memory, at) != 0; i++) {
      if (pause(i, 0)) {
        long nowNs = System.nanoTime();
        if (startNs == 0) {
          startNs = nowNs;
        } else if (nowNs - startNs > STEPS_BACK_WITHIN_NS) {
          livenessOfStripe.accept((int) (at / APART) - 1);
        }
      }
    }
    for (int i = 0; NativeWords.getLongAcquire(memory, at + MARK) != 0; i++) {
      pause(i, NativeWords.getLong(memory, at + MARKER) >>> RANK_AT);
    }
  }

  /**
   * Waits for a moment for a rank that is busy here.
   *
   * @param number the rank, plus one, or 0 if it is unknown
   * @return whether so much time has passed that it has looked whether the rank has failed
   */
  private boolean pause(int times, long number) {
    if (times < SPINS) {
      Thread.onSpinWait();
      return false;
    }
    Thread.yield();
    if (times % YIELDS_PER_LOOK != 0) {
      return false;
    }
    if (number > 0) {
      liveness.accept((int) number - 1);
    }
    return true;
  }
}
