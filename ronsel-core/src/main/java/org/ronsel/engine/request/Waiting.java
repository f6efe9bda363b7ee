package org.ronsel.engine.request;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.ronsel.ErrorPlace;
import org.ronsel.WaitInterruptedException;
import org.ronsel.engine.event.Observers;
import org.ronsel.machine.Contention;
import org.ronsel.machine.Fences;
import org.ronsel.transport.DoorbellWord;

/**
 * How threads of one rank wait: spin, then yield, then park. Any number of threads may wait; the
 * one that gets the engine's lock makes progress for all.
 *
 * <p>Of the parked threads one, the watcher, is woken by the rank's {@link DoorbellWord doorbell}.
 * A thread that parks names itself watcher, arms the doorbell, executes the heavy fence, polls once
 * more, and parks; a sender publishes its record, executes the light fence, and looks at the
 * doorbell. So either the last poll finds the record or the sender finds the bell armed. A watcher
 * that leaves hands the role to another parked thread. A rank that does not park for long lets the
 * doorbell rest: senders need no fence then, and the first park after that is a short one.
 */
public final class Waiting {
  private static final VarHandle WORDS =
      MethodHandles.arrayElementVarHandle(int[].class).withInvokeExactBehavior();

  private static final VarHandle FIRST_WAKE;

  static {
    try {
      FIRST_WAKE =
          MethodHandles.lookup()
              .findVarHandle(Waiting.class, "firstWakeNs", long.class)
              .withInvokeExactBehavior();
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** Senders read this word for each message, so nothing else lies within two lines of it. */
  private static final int DOORBELL = 32;

  /** Waits that ended without a park since the rank parked last; a hint, apart from the bell. */
  private static final int WAITS_AWAKE = 80;

  private static final int WORD_COUNT = 128;

  /** Waits that end without a park before the doorbell rests. */
  private static final int REST_AFTER = 1_000;

  /**
   * A missed wake-up, should one ever happen, costs at most this, doubling up to the second value.
   */
  private static final long FIRST_PARK_NS = 50_000_000L;

  private static final long LONGEST_PARK_NS = 5_000_000_000L;

  /** In place of a time: no thread is parked. */
  private static final long NOBODY = Long.MAX_VALUE;

  /**
   * No doorbell rings when a full ring or pool gets room, so a rank that waits for that looks
   * often.
   */
  private static final long STARVED_PARK_NS = 500_000L;

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
  static final long OVERDUE_NS = 200_000_000L;

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

  /** An entry for each parked thread; under the engine's lock. */
  private final List<Sleeper> sleepers = new ArrayList<>(1);

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

  /**
   * When {@link #wakeLongParked} is to wake a thread at the earliest, or {@link #NOBODY} while none
   * is parked. Written under the engine's lock, read without, in opaque order: a hint.
   */
  @SuppressWarnings("UnusedVariable") // accessed through its VarHandle
  private long firstWakeNs = NOBODY;

  /** Whether {@link #wakeLongParked} is called now and then. */
  private volatile boolean wokenNowAndThen;

  private long firstParkNs = FIRST_PARK_NS;

  /**
   * An entry for the next thread that parks, so that a park allocates nothing; under the engine's
   * lock.
   */
  private @Nullable Sleeper spare;

  /** A parked thread, what it waits for, and since when; under the engine's lock. */
  private static final class Sleeper {
    final Thread thread;
    private @Nullable Operation operation;
    private long sinceNs;

    /** When it is woken to look again, if {@link #wakeLongParked} is called then. */
    private long wakeNs;

    Sleeper(Thread thread) {
      this.thread = thread;
    }

    void awaits(Operation awaited, long since, long wake) {
      operation = awaited;
      sinceNs = since;
      wakeNs = wake;
    }

    void awaitsNoMore() {
      operation = null;
    }

    Operation operation() {
      return Objects.requireNonNull(operation, "a thread that parks waits for something");
    }
  }

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
  public void ring() {
    DoorbellWord.published();
    if ((int) WORDS.getOpaque(words, DOORBELL) != DoorbellWord.RESTS) {
      ringSlowly();
    }
  }

  private void ringSlowly() {
    Fences.lightStoreLoad();
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
   * Arms the doorbell; before the heavy fence and the last poll.
   *
   * @param now the time, or a moment before
   * @return how long a park may last at most: where senders may not have looked, only for a moment
   */
  private long arm(long now) {
    // Atomic: a thread that lets it rest must not undo it.
    boolean rested =
        (int) WORDS.getAndSet(words, DOORBELL, DoorbellWord.ARMED) == DoorbellWord.RESTS;
    boolean settled = engine.progress().armDoorbells();
    if (rested || !settled) {
      restedNs = System.nanoTime(); // the thread may have been without a core since now
    }
    return now - restedNs < DoorbellWord.SETTLED_NS ? DoorbellWord.SETTLED_NS : Long.MAX_VALUE;
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
    // By index: where the heap is full an iterator cannot be had.
    for (int i = 0; i < sleepers.size(); i++) {
      LockSupport.unpark(sleepers.get(i).thread);
    }
  }

  /** Whether a thread is parked now. Allocates nothing. */
  public boolean anyParked() {
    return (long) FIRST_WAKE.getOpaque(this) != NOBODY;
  }

  /** The same under the engine's lock, by which threads that park are seen before they do. */
  boolean anyParkedLocked() {
    return !sleepers.isEmpty();
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
    long first = (long) FIRST_WAKE.getOpaque(this);
    long now = System.nanoTime();
    if (first == NOBODY || first - now > 0) {
      return;
    }
    boolean locked = engine.lock.acquireUnlessPoisoned();
    try {
      if (!locked) {
        wakeAllLocked();
        return;
      }
      for (int i = 0; i < sleepers.size(); i++) { // without an object
        Sleeper sleeper = sleepers.get(i);
        if (sleeper.wakeNs - now <= 0) {
          sleeper.wakeNs =
              now + Math.max(firstParkNs, Math.min(now - sleeper.sinceNs, LONGEST_PARK_NS));
          LockSupport.unpark(sleeper.thread);
        }
      }
      noteFirstWake();
    } finally {
      if (locked) {
        engine.lock.release();
      }
    }
  }

  /** Under the engine's lock, when threads have parked, woken, or are to be woken later. */
  private void noteFirstWake() {
    long first = NOBODY;
    for (int i = 0; i < sleepers.size(); i++) { // without an object
      long wake = sleepers.get(i).wakeNs;
      first = first == NOBODY || wake - first < 0 ? wake : first;
    }
    FIRST_WAKE.setOpaque(this, first);
  }

  /** The parked threads now. */
  public List<Waiter> waiters() {
    boolean locked = engine.lock.acquireUnlessPoisoned();
    try {
      long now = System.nanoTime();
      return sleepers.stream()
          .map(each -> new Waiter(each.thread, each.operation(), now - each.sinceNs))
          .toList();
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
    WaitListener told = listener;
    if (told == null) {
      return spinFor(operation) || awaitSlowly(operation, timeoutNs);
    }
    told.begins();
    try {
      return spinFor(operation) || awaitSlowly(operation, timeoutNs);
    } finally {
      told.ends();
    }
  }

  private boolean spinFor(Operation operation) {
    engine.throwIfFailed();
    // A virtual thread that spins keeps another one, perhaps of the same rank, from its core.
    int limit = Thread.currentThread().isVirtual() ? 0 : spinning.polls();
    int idle = 0;
    long lookedNs = 0;
    while (idle < limit) {
      if (operation.poll()) {
        endedAwake();
        return true;
      }
      if (engine.progress().pollRepeatedly()) {
        idle = 0;
        lookedNs = 0;
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
            lookedNs = now;
          }
        }
      }
    }
    return operation.poll();
  }

  private boolean awaitSlowly(Operation operation, long timeoutNs) {
    // The clock costs a tenth of a yield: it is read only where time matters.
    long start = timeoutNs == Long.MAX_VALUE ? 0 : System.nanoTime();
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
      spinning.hasParked(System.nanoTime());
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
    Sleeper sleeper = enter(self, operation, start, begin + firstParkNs);
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
        Fences.heavyStoreLoad();
        while (engine.progress().beforeParking() || operation.helpPeer()) {
          if (operation.poll()) {
            return true;
          }
          now = System.nanoTime();
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
          operation.overdue();
        }
        boolean starved = engine.progress().isStarved();
        boolean untimed = timeoutNs == Long.MAX_VALUE && mostNs == Long.MAX_VALUE && !starved;
        if (untimed && isWokenByOthers(operation, self)) {
          LockSupport.park(engine);
        } else {
          long sleep = Math.min(longest, operation.longestSleepNs());
          sleep = Math.min(sleep, starved ? STARVED_PARK_NS : mostNs);
          LockSupport.parkNanos(engine, Math.min(left, sleep));
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
      leave(sleeper);
    }
  }

  /** Whether another thread will wake a parked one now and then, so that it needs no timer. */
  private boolean isWokenByOthers(Operation operation, Thread self) {
    return operation.isWatched()
        || wokenNowAndThen && self.isVirtual() && operation.longestSleepNs() == Long.MAX_VALUE;
  }

  private Sleeper enter(Thread self, Operation operation, long start, long wakeNs) {
    engine.lock.acquire();
    try {
      Sleeper sleeper = spare;
      spare = null;
      if (sleeper == null || sleeper.thread != self) {
        sleeper = new Sleeper(self);
      }
      sleeper.awaits(operation, start, wakeNs);
      sleepers.add(sleeper);
      noteFirstWake();
      return sleeper;
    } finally {
      engine.lock.release();
    }
  }

  /**
   * Hands the watch to another parked thread, which then arms the doorbell and polls itself. Others
   * that wait for the same operation look again too: an operation wakes one thread only.
   */
  private void leave(Sleeper sleeper) {
    Thread next = null;
    if (!engine.lock.acquireUnlessPoisoned()) {
      return;
    }
    try {
      sleepers.remove(sleeper);
      noteFirstWake();
      Operation awaited = sleeper.operation();
      for (int i = 0; i < sleepers.size(); i++) { // without an object
        Sleeper other = sleepers.get(i);
        if (other.operation() == awaited) {
          awaited.setWaiter(other.thread);
          LockSupport.unpark(other.thread);
        }
      }
      sleeper.awaitsNoMore();
      spare = sleeper;
      if (!sleepers.isEmpty()) {
        next = sleepers.getFirst().thread;
      } else {
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
   * thread of the rank is parked. It then has to execute the heavy fence and to poll once more.
   *
   * @return how long it may park at most
   */
  public long watchFor(Thread thread) {
    engine.lock.acquire();
    try {
      substitute = thread;
      // A thread that parks adds itself under the lock before it names itself watcher.
      if (sleepers.isEmpty()) {
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
      if (sleepers.isEmpty()) {
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
                      + "; the operation goes on"),
          null);
    }
  }
}
