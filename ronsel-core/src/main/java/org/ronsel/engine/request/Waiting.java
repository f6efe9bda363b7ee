package org.ronsel.engine.request;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.ronsel.ErrorPlace;
import org.ronsel.WaitInterruptedException;
import org.ronsel.engine.event.Observers;
import org.ronsel.machine.Contention;
import org.ronsel.transport.DoorbellWord;

/**
 * How threads of one rank wait: spin, then yield, then park. Any number of threads may wait; the
 * one that gets the engine's lock makes progress for all.
 *
 * <p>Of the parked threads one, the watcher, is woken by the rank's {@link DoorbellWord doorbell}.
 * A thread that parks names itself watcher, arms the doorbell, executes a full fence, polls once
 * more, and parks; a sender publishes its record, executes a full fence, and looks at the doorbell.
 * So either the last poll finds the record or the sender finds the bell armed. A watcher that
 * leaves hands the role to another parked thread. A rank that does not park for long lets the
 * doorbell rest: senders need no fence then, and the first park after that is a short one.
 */
public final class Waiting {
  private static final VarHandle WORDS =
      MethodHandles.arrayElementVarHandle(int[].class).withInvokeExactBehavior();

  /** Senders read this word for each message, so nothing else lies within two lines of it. */
  private static final int DOORBELL = 32;

  /** Waits that ended without a park since the rank parked last; a hint, apart from the bell. */
  private static final int WAITS_AWAKE = 80;

  private static final int WORD_COUNT = 128;

  /** Waits that end without a park before the doorbell rests. */
  private static final int REST_AFTER = 1_000;

  /**
   * A missed wake-up, should one ever happen, costs at most this, doubling up to {@link
   * #LONGEST_PARK_NS}.
   */
  private static final long FIRST_PARK_NS = 50_000_000L;

  /** No thread that waits parks for longer, so a missed wake-up costs at most this. */
  public static final long LONGEST_PARK_NS = 5_000_000_000L;

  /**
   * No doorbell rings when a full ring or pool gets room, so a thread that waits for that looks
   * often.
   */
  public static final long STARVED_PARK_NS = 500_000L;

  /** Yields after which a send stops waiting for its receiver, if it may. */
  private static final int ALONE_AFTER = 20;

  private static final int SLOW_CHECK = 256;

  /** See {@link #wakeNowAndThen}. */
  public static final int WAKE_INTERVAL_MS = 100;

  /**
   * A thread that has yielded in vain for so long parks. Where many threads share the cores, ranks
   * or other programs, each yield may take as many time slices as there are threads.
   */
  private static final long LONGEST_YIELDING_NS = 100_000_000;

  /** Time slices that a wait gives to others by yields before it parks. */
  private static final int MOST_SLICES = 2;

  /**
   * A thread that has waited this long looks whether those it waits for will ever come; then twice
   * as long.
   */
  public static final long OVERDUE_NS = 200_000_000L;

  /** Of one of the {@link YieldingThreads} before it parks, at most. */
  private static final int VIRTUAL_YIELDS = 2_000;

  /** Of another virtual thread, at most; see {@link #patience}. */
  private static final int MOST_PATIENCE = 64;

  private final ProgressEngine engine;
  private final Spinning spinning;
  private final int yields;

  /**
   * Yields of a virtual thread that is none of the {@link YieldingThreads}, before it parks. A
   * yield takes a fifth of the time of a park: twice as many after a wait that they have ended,
   * half as many after one in which they were in vain. Plain: a hint.
   */
  private int patience = MOST_PATIENCE;

  /** Under the engine's lock. */
  private final ParkedThreads parked = new ParkedThreads();

  private volatile @Nullable Thread watcher;

  private volatile @Nullable WaitListener listener;

  /** A sleeping thread that watches while no thread of the rank does; under the engine's lock. */
  private @Nullable Thread substitute;

  /**
   * Memory of which word {@link #DOORBELL} is a {@link DoorbellWord}: armed while the watcher is
   * parked.
   */
  private final int[] words = newWords();

  /** The time until which the doorbell was found to have rested; long ago at first. */
  private volatile long restedNs = System.nanoTime() - DoorbellWord.SETTLED_NS;

  /** Whether {@link #wakeLongParked} is called now and then. */
  private volatile boolean wokenNowAndThen;

  private long firstParkNs = FIRST_PARK_NS;

  Waiting(ProgressEngine engine, int spins, int yields) {
    this.engine = engine;
    this.spinning = new Spinning(spins, Contention.ofSystem());
    this.yields = yields;
  }

  /** Sets a listener for waits that begin from now on, except those that end at once. */
  public void tell(WaitListener listener) {
    this.listener = listener;
  }

  /** For tests, which make a missed wake-up so dear that it shows: how long a park may last. */
  void firstPark(long nanoseconds) {
    firstParkNs = nanoseconds;
  }

  private static int[] newWords() {
    int[] words = new int[WORD_COUNT];
    words[DOORBELL] = DoorbellWord.LISTENED_TO;
    return words;
  }

  public boolean spins() {
    return spinning.polls() > 0;
  }

  /**
   * Wakes the watcher, if all waiting threads are parked. Any thread; the record must be published
   * before.
   */
  public void ringDoorbell() {
    DoorbellWord.published();
    if ((int) WORDS.getOpaque(words, DOORBELL) != DoorbellWord.RESTS) {
      ringSlowly();
    }
  }

  private void ringSlowly() {
    VarHandle.fullFence();
    if ((int) WORDS.getOpaque(words, DOORBELL) == DoorbellWord.ARMED
        && WORDS.compareAndSet(words, DOORBELL, DoorbellWord.ARMED, DoorbellWord.LISTENED_TO)) {
      Thread thread = watcher;
      if (thread != null) {
        LockSupport.unpark(thread);
      }
    }
  }

  /** Whether some thread of the rank is parked; for those that ring from outside the JVM. */
  public boolean isParked() {
    return (int) WORDS.getOpaque(words, DOORBELL) == DoorbellWord.ARMED;
  }

  /**
   * Arms the doorbell; before the full fence and the last poll.
   *
   * @param now the time, or a moment before
   * @return how long a park may last at most: where senders may not have looked, only for a moment,
   *     and where a transport does not ring, as long as it says
   */
  private long arm(long now) {
    // Atomic: a thread that lets it rest must not undo it.
    boolean rested =
        (int) WORDS.getAndSet(words, DOORBELL, DoorbellWord.ARMED) == DoorbellWord.RESTS;
    long mostNs = engine.progress().armDoorbells();
    if (rested || mostNs <= DoorbellWord.SETTLED_NS) {
      restedNs = System.nanoTime(); // the thread may have been without a core since now
    }
    return now - restedNs < DoorbellWord.SETTLED_NS
        ? Math.min(mostNs, DoorbellWord.SETTLED_NS)
        : mostNs;
  }

  private void disarm() {
    WORDS.setOpaque(words, DOORBELL, DoorbellWord.LISTENED_TO);
    engine.progress().disarmDoorbells();
    words[WAITS_AWAKE] = 0;
  }

  /** A wait has ended without a park: after many of them senders need not look. */
  private void endedAwake() {
    if (++words[WAITS_AWAKE] >= REST_AFTER) {
      words[WAITS_AWAKE] = 0;
      letRest();
    }
  }

  /** Senders need not look whether to ring from now on, unless a thread is parked. */
  public void letRest() {
    if ((int) WORDS.getOpaque(words, DOORBELL) == DoorbellWord.LISTENED_TO
        && WORDS.compareAndSet(words, DOORBELL, DoorbellWord.LISTENED_TO, DoorbellWord.RESTS)) {
      engine.progress().restDoorbells();
    }
  }

  void wake(Thread thread) {
    LockSupport.unpark(thread);
  }

  /** Wakes the owner of a confined buffer, which alone can copy; under the engine's lock. */
  public void wakeOwner(@Nullable Thread owner) {
    if (owner != null && owner != Thread.currentThread()) {
      LockSupport.unpark(owner);
    }
  }

  /** Wakes every parked thread, so that each sees the engine's failure. */
  void wakeAll() {
    boolean locked = engine.lock.acquireUnlessPoisoned();
    try {
      wakeAllLocked();
    } finally {
      if (locked) {
        engine.lock.release();
      }
    }
  }

  /** The same under the engine's lock. */
  public void wakeAllLocked() {
    parked.wakeAll();
  }

  /** Whether a thread is parked now. Allocates nothing. */
  public boolean anyParked() {
    return parked.any();
  }

  /** The same under the engine's lock, by which threads that park are seen before they do. */
  boolean anyParkedLocked() {
    return !parked.isEmpty();
  }

  /**
   * Says that a thread calls {@link #wakeLongParked} every {@link #WAKE_INTERVAL_MS} from now on,
   * or does so no more. While it does, virtual threads park without a time limit of their own where
   * they can: a virtual thread that sets one hands a task to a thread of the JDK, and takes it back
   * when it is woken, for each of which that thread is woken as well.
   */
  public void wakeNowAndThen(boolean from) {
    wokenNowAndThen = from;
    if (!from) {
      wakeAll();
    }
  }

  /**
   * Wakes the threads that have been parked for long, to look again, and each of them later the
   * next time, as if they had parked for a limited time. Any thread.
   */
  public void wakeLongParked() {
    long now = System.nanoTime();
    if (!parked.isDue(now)) {
      return;
    }
    boolean locked = engine.lock.acquireUnlessPoisoned();
    try {
      if (locked) {
        parked.wakeDue(now, firstParkNs, LONGEST_PARK_NS);
      } else {
        parked.wakeAll();
      }
    } finally {
      if (locked) {
        engine.lock.release();
      }
    }
  }

  /** The parked threads now. */
  public List<Waiter> waiters() {
    boolean locked = engine.lock.acquireUnlessPoisoned();
    try {
      return parked.waiters(System.nanoTime());
    } finally {
      if (locked) {
        engine.lock.release();
      }
    }
  }

  /**
   * Waits for an operation.
   *
   * @param timeoutNs at most this long; {@code Long.MAX_VALUE} for ever
   * @return whether it is complete
   */
  public boolean await(Operation operation, long timeoutNs) {
    return Observers.asksForWaits()
        ? engine.observer().await(operation, timeoutNs)
        : awaitUnobserved(operation, timeoutNs);
  }

  /** Waits for an operation without a report to observers. */
  public boolean awaitUnobserved(Operation operation, long timeoutNs) {
    if (operation.poll()) {
      return true;
    }
    // The clock costs a tenth of a yield: it is read only where time matters.
    long start = timeoutNs == Long.MAX_VALUE ? 0 : System.nanoTime();
    WaitListener told = listener;
    if (told == null) {
      return spinFor(operation, start, timeoutNs) || awaitSlowly(operation, start, timeoutNs);
    }
    told.begins();
    try {
      return spinFor(operation, start, timeoutNs) || awaitSlowly(operation, start, timeoutNs);
    } finally {
      told.ends();
    }
  }

  private boolean spinFor(Operation operation, long start, long timeoutNs) {
    engine.throwIfFailed();
    // A virtual thread that spins keeps another one, perhaps of the same rank, from its core.
    int limit = Thread.currentThread().isVirtual() ? 0 : spinning.polls();
    int idle = 0;
    int moved = 0;
    long lookedNs = 0;
    long idleSinceNs = 0;
    while (idle < limit) {
      if (operation.poll()) {
        endedAwake();
        return true;
      }
      if (engine.progress().pollRepeatedly()) {
        idle = 0;
        lookedNs = 0;
        // Other messages may come for as long as they like.
        if ((++moved & 15) == 0
            && (isOver(start, timeoutNs)
                || engine.hasFailed()
                || Thread.currentThread().isInterrupted())) {
          break;
        }
      } else {
        idle++;
        if ((idle & 15) == 0) {
          operation.helpPeer();
          Thread.onSpinWait();
          if ((idle & SLOW_CHECK - 1) == 0) {
            long now = System.nanoTime();
            if (engine.hasFailed() || lookedNs != 0 && spinning.wasAway(lookedNs, now)) {
              break;
            }
            if (lookedNs == 0) {
              idleSinceNs = now;
            } else if (now - idleSinceNs >= Spinning.SHORT_NS
                && engine.waitsForKernel(operation)
                && spinning.isInVain(now)) {
              break;
            }
            lookedNs = now;
          }
        }
      }
    }
    return operation.poll();
  }

  private static boolean isOver(long start, long timeoutNs) {
    return start != 0 && System.nanoTime() - start >= timeoutNs;
  }

  private boolean awaitSlowly(Operation operation, long start, long timeoutNs) {
    boolean virtual = Thread.currentThread().isVirtual();
    if (!operation.parksAtOnce()) {
      Yielded yielded =
          virtual
              ? yieldVirtually(operation, start, timeoutNs)
              : yieldFor(operation, start, timeoutNs, spinning.yields(yields));
      if (yielded != Yielded.IN_VAIN) {
        return yielded == Yielded.COMPLETE;
      }
    }
    long now = System.nanoTime();
    boolean complete = park(operation, start != 0 ? start : now, now, timeoutNs);
    if (!virtual && !spinning.isContended()) {
      spinning.noteParked(System.nanoTime());
    }
    return complete;
  }

  /** How yields for an operation have ended. */
  private enum Yielded {
    COMPLETE,
    TIME_IS_OVER,
    IN_VAIN
  }

  private Yielded yieldVirtually(Operation operation, long start, long timeoutNs) {
    if (YieldingThreads.enter()) {
      try {
        return yieldFor(operation, start, timeoutNs, Math.min(VIRTUAL_YIELDS, yields));
      } finally {
        YieldingThreads.leave();
      }
    }
    int most = Math.min(patience, yields);
    Yielded yielded = yieldFor(operation, start, timeoutNs, most);
    patience =
        yielded == Yielded.COMPLETE ? Math.min(2 * most, MOST_PATIENCE) : Math.max(most / 2, 1);
    return yielded;
  }

  private Yielded yieldFor(Operation operation, long start, long timeoutNs, int most) {
    boolean virtual = Thread.currentThread().isVirtual();
    int slices = 0;
    int moved = 0;
    long yieldingNs = 0;
    int i = 0;
    for (; i < most && slices < MOST_SLICES; i++) {
      if (operation.poll()) {
        return Yielded.COMPLETE;
      }
      checkFailedOrInterrupted(operation);
      if (engine.progressOnce() || operation.helpPeer()) {
        i = 0;
        yieldingNs = 0;
        if (operation.poll()) {
          return Yielded.COMPLETE;
        }
        if ((++moved & 15) == 0 && isOver(start, timeoutNs)) {
          return Yielded.TIME_IS_OVER;
        }
      }
      if (i == ALONE_AFTER && operation.completeAlone(false)) {
        return Yielded.COMPLETE;
      }
      if ((i & 15) == 15) {
        long now = System.nanoTime();
        if (start != 0 && now - start >= timeoutNs) {
          return Yielded.TIME_IS_OVER;
        }
        if (yieldingNs == 0) {
          yieldingNs = now;
        } else if (now - yieldingNs >= LONGEST_YIELDING_NS) {
          break;
        }
      }
      if (virtual) {
        Thread.yield();
      } else {
        long before = System.nanoTime();
        Thread.yield();
        slices += spinning.hasYielded(before, System.nanoTime()) ? 1 : 0;
      }
    }
    boolean alone = i <= ALONE_AFTER && operation.completeAlone(false);
    return alone ? Yielded.COMPLETE : Yielded.IN_VAIN;
  }

  /**
   * Parks until an operation is complete.
   *
   * @param start since when it is waited for
   * @param begin the time
   */
  private boolean park(Operation operation, long start, long begin, long timeoutNs) {
    Thread self = Thread.currentThread();
    ParkedThreads.Entry entry = enter(self, operation, start, begin + firstParkNs);
    operation.setWaiter(self);
    operation.waiterParks(true);
    long longest = firstParkNs;
    long overdueNs = OVERDUE_NS;
    long now = begin;
    try {
      do {
        if (watcher != self) {
          watcher = self;
        }
        long mostNs = arm(now);
        VarHandle.fullFence();
        while (engine.progress().beforeParking() || operation.helpPeer()) {
          if (operation.poll()) {
            return true;
          }
          now = System.nanoTime();
          if (now - start >= timeoutNs) {
            return false;
          }
          checkFailedOrInterrupted(operation);
        }
        if (operation.poll()) {
          return true;
        }
        checkFailedOrInterrupted(operation);
        if (operation.completeAlone(false)) {
          return true;
        }
        long waited = now - start;
        long left = timeoutNs - waited;
        if (left <= 0) {
          return false;
        }
        if (waited >= overdueNs) {
          overdueNs = 2 * waited;
          askIfMemoryAllows(operation);
        }
        boolean starved = engine.progress().isStarved();
        long looksNs = starved ? Math.min(mostNs, STARVED_PARK_NS) : mostNs;
        long sleep = Math.min(operation.longestSleepNs(), looksNs);
        if (Math.min(sleep, timeoutNs) == Long.MAX_VALUE && wokenNowAndThen && self.isVirtual()) {
          LockSupport.park(engine);
        } else {
          LockSupport.parkNanos(engine, Math.min(left, Math.min(longest, sleep)));
          if (mostNs == Long.MAX_VALUE) {
            longest = Math.max(firstParkNs, Math.min(longest * 2, LONGEST_PARK_NS));
          }
        }
        now = System.nanoTime();
      } while (!operation.poll());
      return true;
    } finally {
      operation.waiterParks(false);
      operation.setWaiter(null);
      leave(entry);
    }
  }

  /**
   * To wait needs no memory: in a heap that is full for now the questions are for the next time.
   */
  private static void askIfMemoryAllows(Operation operation) {
    try {
      operation.overdue();
    } catch (OutOfMemoryError full) {
      return;
    }
  }

  private ParkedThreads.Entry enter(Thread self, Operation operation, long start, long wakeNs) {
    engine.lock.acquire();
    try {
      return parked.add(self, operation, start, wakeNs);
    } finally {
      engine.lock.release();
    }
  }

  /** Hands the watch to another parked thread, which then arms the doorbell and polls itself. */
  private void leave(ParkedThreads.Entry entry) {
    if (!engine.lock.acquireUnlessPoisoned()) {
      return;
    }
    Thread next;
    try {
      parked.remove(entry);
      next = parked.first();
      if (next == null) {
        next = substitute;
        disarm();
      }
    } finally {
      engine.lock.release();
    }
    if (next != null) {
      LockSupport.unpark(next);
    }
  }

  /**
   * Makes a thread that is about to park, and waits for nothing of its own, the watcher whenever no
   * thread of the rank is parked. It then has to execute a full fence and to poll once more.
   *
   * @return how long it may park at most
   */
  public long watchFor(Thread thread) {
    engine.lock.acquire();
    try {
      substitute = thread;
      // A thread that parks adds itself under the lock before it names itself watcher.
      if (parked.isEmpty()) {
        watcher = thread;
        return arm(System.nanoTime());
      }
      return Long.MAX_VALUE;
    } finally {
      engine.lock.release();
    }
  }

  /** The thread of {@link #watchFor} is awake again. */
  public void watchNoMore() {
    engine.lock.acquire();
    try {
      substitute = null;
      if (parked.isEmpty()) {
        disarm();
      }
    } finally {
      engine.lock.release();
    }
  }

  private void checkFailedOrInterrupted(Operation operation) {
    if (engine.mayHaveFailures()) {
      engine.throwIfFailed();
      operation.throwIfUnsatisfiable();
    }
    if (Thread.interrupted()) {
      throw new WaitInterruptedException(
          ErrorPlace.of(engine.rank())
              .message(
                  "interrupted while waiting for "
                      + operation.describe()
                      + (operation.endsWithWait()
                          ? "; no message has been taken"
                          : "; the operation goes on")),
          null);
    }
  }
}
