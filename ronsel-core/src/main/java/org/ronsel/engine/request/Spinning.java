package org.ronsel.engine.request;

import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.ronsel.machine.Contention;

/**
 * How long threads of a rank spin when they wait: not at all where ranks outnumber cores, and not
 * for a while where they turn out to have no core of their own, because other programs want it too.
 * There a thread that spins burns its share of the processor, and is off it for whole time slices
 * when what it waits for comes; one that yields, or parks, is let in soon.
 *
 * <p>It shows by the clock, where a thread that spins, or yields for a moment, has been away for
 * about a time slice; and where one has spun in vain and parked, by how long the system says that
 * it has waited for a processor. Both count only if clearly more threads want to run than there are
 * processors, and not because the JVM compiles; then no thread spins as long as that is so.
 * (Whether a thread that yields has to wait says nothing: ranks that yield to each other may share
 * a core while another one is free, and part only when they spin.)
 *
 * <p>A thread that waits for a peer of another host, in short whose messages pass through the
 * operating system, stops as soon as it has spun longer than such a message takes while one thread
 * more than there are processors wants to run, which may be the one it waits for. It spins again
 * after a while, which gets longer as long as that turns out to be too early.
 *
 * <p>Where the system does not tell how many threads want to run, or this process may use some
 * processors only, what counts is that a thread has waited for one, and threads spin again after a
 * while, which gets longer as long as that turns out to be too early.
 *
 * <p>Any thread of the rank may ask and tell. The fields are plain, but for the one that lets one
 * thread at a time ask the system: what a thread sees late costs one wait that spins, or one that
 * does not.
 */
final class Spinning {
  /** A pause of a waiting thread that is not its own; a time slice is some times as long. */
  static final long AWAY_NS = 1_000_000;

  /** How long threads do not spin, at first. */
  static final long FIRST_NS = 10_000_000;

  static final long LONGEST_NS = 32 * FIRST_NS;

  /** Threads that have spun for so many times as long as they have not before have their cores. */
  static final int PROVEN = 4;

  /** A thread that waits for a processor for this part of the time has none for itself. */
  private static final int SHARE = 20;

  /** Between two questions to the system. */
  private static final long ASK_AFTER_NS = 1_000_000;

  /**
   * Threads that want to run, beyond which spinning does harm. Beside one busy thread on two cores,
   * 150, it is still the quickest.
   */
  static final int MOST_PERCENT = 150;

  /**
   * The same where messages pass through the operating system: then it is as quick to be woken, so
   * a thread spins as long as there is a processor for each that wants to run.
   */
  static final int MOST_PERCENT_BY_KERNEL = 100;

  /** As long as a wait that spinning ends takes, where messages pass through the system. */
  static final long SHORT_NS = 100_000;

  private final int most;
  private final Contention system;

  /** Whether threads do not spin now, until {@link #changeNs}. */
  private boolean contended;

  /** Threads that want to run, for each 100 processors, beyond which that goes on. */
  private long mostPercent = MOST_PERCENT;

  /** The time at which threads begin, or began, to spin again. */
  private long changeNs = System.nanoTime();

  /** How long they have not spun, when that was last so; 0 at first. */
  private long lengthNs;

  /** When threads that do not spin yield again before they park, and for how long they have not. */
  private long yieldNs = changeNs;

  private long parkedLengthNs;

  /** Held by the thread that asks the system, which alone uses what follows. */
  private final AtomicBoolean asking = new AtomicBoolean();

  private @Nullable Thread asked;
  private long askedNs = changeNs;
  private long delayNs;

  /** When it was asked last because a thread had spun in vain. */
  private long inVainNs = changeNs;

  /**
   * Makes the state of a rank.
   *
   * @param most polls before a waiting thread yields that has a core of its own
   */
  Spinning(int most, Contention system) {
    this.most = most;
    this.system = system;
  }

  /** How many polls a thread that begins to wait makes before it yields. */
  int polls() {
    return contended ? polls(System.nanoTime()) : most;
  }

  /** The number of polls at a given time. */
  int polls(long nowNs) {
    if (!contended) {
      return most;
    }
    if (nowNs - changeNs < 0 || !asking.compareAndSet(false, true)) {
      return 0;
    }
    contended = system.percentWanted() > mostPercent;
    changeNs = contended ? nowNs + FIRST_NS : nowNs;
    asking.set(false);
    return contended ? 0 : most;
  }

  /**
   * How often a thread that has polled in vain yields before it parks.
   *
   * @param usual the number where no other program computes
   */
  int yields(int usual) {
    return contended && System.nanoTime() - yieldNs < 0 ? 0 : usual;
  }

  /** Whether threads do not spin now for want of cores. */
  boolean isContended() {
    return contended;
  }

  /**
   * A thread has yielded: if others got a time slice by that, they compute, and it is better to
   * park at once, since a thread that is woken is let in before those that compute.
   *
   * @return whether they did
   */
  boolean hasYielded(long sinceNs, long nowNs) {
    boolean away = most > 0 ? wasAway(sinceNs, nowNs) : nowNs - sinceNs >= AWAY_NS;
    if (away && contended) {
      boolean tooShort = parkedLengthNs != 0 && nowNs - yieldNs <= PROVEN * parkedLengthNs;
      parkedLengthNs = tooShort ? Math.min(2 * parkedLengthNs, LONGEST_NS) : FIRST_NS;
      yieldNs = nowNs + parkedLengthNs;
    }
    return away;
  }

  /** A thread that waits has looked at the clock twice, without waiting for anything between. */
  boolean wasAway(long sinceNs, long nowNs) {
    if (nowNs - sinceNs < AWAY_NS) {
      return false;
    }
    if (asking.compareAndSet(false, true)) {
      contend(nowNs, hasWaited(nowNs));
      asking.set(false);
    }
    return true;
  }

  /**
   * A thread has spun in vain for {@link #SHORT_NS}, for a message that passes through the
   * operating system.
   *
   * @return whether it should stop
   */
  boolean isInVain(long nowNs) {
    if (contended) {
      return true;
    }
    if (nowNs - inVainNs >= ASK_AFTER_NS && asking.compareAndSet(false, true)) {
      inVainNs = nowNs;
      if (system.percentWanted() > MOST_PERCENT_BY_KERNEL && !system.isCompiling()) {
        // That many want to run only while it spins, so when it asks again they do not.
        stop(nowNs, MOST_PERCENT_BY_KERNEL, true);
      }
      asking.set(false);
    }
    return contended;
  }

  /** The calling thread has spun in vain, and been parked until now. */
  void noteParked(long nowNs) {
    if (most > 0 && nowNs - askedNs >= ASK_AFTER_NS && asking.compareAndSet(false, true)) {
      if (hasWaited(nowNs)) {
        contend(nowNs, true);
      }
      asking.set(false);
    }
  }

  /** Whether the calling thread has waited for a processor since it was asked last. */
  private boolean hasWaited(long nowNs) {
    Thread self = Thread.currentThread();
    long delay = system.delayNs();
    boolean comparable =
        asked == self && delay != Contention.UNKNOWN && delayNs != Contention.UNKNOWN;
    long waited = delay - delayNs;
    boolean much = waited > AWAY_NS / 2 && waited > (nowNs - askedNs) / SHARE;
    asked = self;
    askedNs = nowNs;
    delayNs = delay;
    return comparable && much;
  }

  /**
   * Something has shown that threads may have no core of their own.
   *
   * @param waited whether the system says so; a collection of garbage keeps threads away as well
   */
  private void contend(long nowNs, boolean waited) {
    long percent = system.percentWanted();
    boolean isFree = percent == Contention.UNKNOWN ? !waited : percent <= MOST_PERCENT;
    if (contended || isFree || system.isCompiling()) {
      return;
    }
    stop(nowNs, MOST_PERCENT, percent == Contention.UNKNOWN);
  }

  /**
   * Threads do not spin from now on.
   *
   * @param mostPercent as long as more than these want to run
   * @param longer whether it lasts longer if they have begun again too early
   */
  private void stop(long nowNs, long mostPercent, boolean longer) {
    boolean tooShort = lengthNs != 0 && nowNs - changeNs <= PROVEN * lengthNs;
    lengthNs = tooShort && longer ? Math.min(2 * lengthNs, LONGEST_NS) : FIRST_NS;
    changeNs = nowNs + lengthNs;
    this.mostPercent = mostPercent;
    contended = true;
  }
}
