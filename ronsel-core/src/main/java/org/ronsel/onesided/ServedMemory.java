package org.ronsel.onesided;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.ronsel.RonselException;
import org.ronsel.WaitInterruptedException;
import org.ronsel.data.TypedMemory;
import org.ronsel.engine.Engine;
import org.ronsel.transport.Completion;

/**
 * Memory of a peer that its owner or ghosts serve: operations go by records, to the endpoint that
 * {@link ServerChoice} chooses, or, where ghosts divide the memory, to each that serves some of the
 * bytes ({@link DividedMemory}). Any thread.
 */
final class ServedMemory {
  /** Most operations under way by records; the next one waits for them. */
  private static final int MOST_PENDING = 1 << 11;

  private final Engine engine;
  private final int owner;
  private final ServerChoice choice;
  private final DividedMemory divided;

  /** Whether accumulates to one place are carried out in the order of the calls. */
  private volatile boolean isOrdered = true;

  /** Whether any operation has gone by records; a flush then waits for it. */
  private volatile boolean isUsed;

  ServedMemory(Engine engine, int owner, ServerChoice choice) {
    this.engine = engine;
    this.owner = owner;
    this.choice = choice;
    this.divided = new DividedMemory(this, choice);
  }

  /** See {@link PeerMemory#keepOrder}. */
  void keepOrder(boolean keeps) {
    isOrdered = keeps;
  }

  boolean isUsed() {
    return isUsed;
  }

  /** The endpoint that carries out records about the memory now: its owner, or a ghost. */
  int server() {
    return choice.next().endpoint();
  }

  /** See {@link PeerMemory#operation}. */
  RemoteOperation operation(String what) {
    return new RemoteOperation(engine, owner, what);
  }

  /**
   * The memory at its present server, for words of control blocks, which are not targets of
   * accumulates.
   */
  RecordMemory words() {
    isUsed = true;
    return choice.next();
  }

  // ---- the beginning of operations ----

  /** Waits where too many operations are under way by records, each of which takes memory. */
  private RecordMemory throttle(RecordMemory records) {
    isUsed = true;
    if (records.pending() >= MOST_PENDING) {
      RemoteOperation all = operation("one-sided operations");
      records.flush(all);
      try {
        all.awaitOrAbandon(engine);
      } catch (WaitInterruptedException interrupted) {
        throw interrupted;
      } catch (RonselException earlier) {
        records.failed(earlier); // the next flush reports it
      }
    }
    return records;
  }

  /** The memory for a put or a get. */
  private RecordMemory forMove(long bytes) {
    return throttle(choice.nextOfMoves(bytes));
  }

  /**
   * Begins an accumulate when all records of earlier ones have been sent: those of one rank to one
   * place are carried out in the order of the calls, and a short one would overtake the rest of a
   * long one.
   */
  private void inOrder(Consumer<RecordMemory> begin) {
    try {
      inOrder(choice.begin(), begin);
    } finally {
      choice.end();
    }
  }

  /** The same, at one of several ghosts that serve the memory. */
  void inOrder(RecordMemory records, Consumer<RecordMemory> begin) {
    throttle(records);
    if (isOrdered && records.unsent().any()) {
      RemoteOperation before = operation("an accumulate before");
      records.unsent().whenNone(before);
      engine.await(before);
    }
    begin.accept(records);
  }

  /** Begins an operation that must not run concurrently with those of other ghosts, and ends it. */
  void alone(Consumer<RecordMemory> begin) {
    settle();
    inOrder(begin);
    settle();
  }

  private void settle() {
    RemoteOperation all = operation("one-sided operations");
    flush(all);
    all.awaitOrAbandon(engine);
  }

  // ---- operations ----

  void put(Object base, long offset, long at, long bytes, Completion local) {
    Division division = choice.division();
    if (division == null) {
      forMove(bytes).put(base, offset, at, bytes, local);
    } else {
      divided.begin(
          division,
          at,
          bytes,
          1,
          local,
          (records, skipped, part, told) ->
              records.put(base, offset + skipped, at + skipped, part, told));
    }
  }

  void get(long at, Object base, long offset, long bytes, Completion done) {
    Division division = choice.division();
    if (division == null) {
      forMove(bytes).get(at, base, offset, bytes, done);
    } else {
      divided.begin(
          division,
          at,
          bytes,
          1,
          done,
          (records, skipped, part, told) ->
              records.get(at + skipped, base, offset + skipped, part, told));
    }
  }

  void put(Object base, long offset, TypedMemory to, Completion local) {
    forMove(to.byteSize()).put(base, offset, to, local);
  }

  void get(TypedMemory from, Object base, long offset, Completion done) {
    forMove(from.byteSize()).get(from, base, offset, done);
  }

  void accumulate(
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
    divided.begin(
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

  void accumulate(
      Combination combination,
      @Nullable Object base,
      long offset,
      TypedMemory to,
      @Nullable Object result,
      long resultOffset,
      Completion done) {
    Consumer<RecordMemory> begin =
        records -> records.accumulate(combination, base, offset, to, result, resultOffset, done);
    Division division = choice.division();
    if (division == null) {
      inOrder(begin);
    } else {
      divided.begin(division, to, begin);
    }
  }

  void swap(int width, long at, long expected, long desired, Completion fetched) {
    Consumer<RecordMemory> begin =
        records -> records.compareAndSwap(width, at, expected, desired, fetched);
    Division division = choice.division();
    if (division == null) {
      inOrder(begin);
    } else {
      divided.begin(
          division,
          at,
          width,
          width,
          fetched,
          (records, skipped, part, told) -> begin.accept(records));
    }
  }

  /** See {@link PeerMemory#addInCompletion}. */
  void addInHandler(int width, long at, long operand, Completion fetched) {
    choice.next().addInHandler(width, at, operand, fetched);
  }

  /** See {@link PeerMemory#swapInCompletion}. */
  void swapInHandler(int width, long at, long expected, long desired, Completion fetched) {
    choice.next().swapInHandler(width, at, expected, desired, fetched);
  }

  // ---- completion ----

  /** Has the next flush report a failure. */
  void failed(RonselException why) {
    isUsed = true;
    choice.owner().failed(why);
  }

  /**
   * Completes {@code remote} when all operations that were started before are complete remotely.
   */
  void flush(Completion remote) {
    choice.whenAll(remote, RecordMemory::flush);
  }

  /**
   * Completes {@code local} when the buffers of operations that were started before may be reused.
   */
  void flushLocal(Completion local) {
    choice.whenAll(local, RecordMemory::flushLocal);
  }
}
