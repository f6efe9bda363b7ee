package org.ronsel.window;

import org.ronsel.LockType;

/**
 * The word of a lock, and what one request for the lock does next to it. Bits 0 to 30 count shared
 * locks, bit 31 says that a rank waits and comes next, and bits 32 to 62 are the rank that holds it
 * exclusively, plus one.
 *
 * <p>Nobody passes a rank that has set bit 31, except those that have called lockAll while shared
 * locks are held: they count as the holders of all locks, and others may depend on their operations
 * under those that they do not have yet. A rank sets the bit if it waits for an exclusive lock and
 * shared ones are held, of which there may always be some, or if it has waited for {@link
 * #PATIENCE_NS} and the lock is held exclusively, since the last holder may be faster each time.
 * (Before, who comes first gets the lock, which keeps the time short between a release and the next
 * grant; Go's mutexes do the same.) It is set by an atomic OR, which succeeds however often others
 * change the word. The bit does not say whose it is: who has set it takes the lock and clears it,
 * and others then set it in their turn. Who may have set it and gives up clears it too, and whoever
 * misses it sets it again. It may also be left by a rank that has died. So it counts for nothing
 * where the lock has been seen free for {@link #ABANDONED_NS}: a rank that waits looks more often
 * than that.
 *
 * <p>One thread.
 */
final class LockWait {
  /** After so much waiting nobody else gets the lock any more before one that waits has had it. */
  static final long PATIENCE_NS = 1_000_000;

  /** A rank that waits does not leave a free lock alone for so long. */
  static final long ABANDONED_NS = 20_000_000;

  private static final long FIRST_PAUSE_NS = 20_000;
  private static final long LONGEST_PAUSE_NS = 1_000_000;

  /** The part of its wait for which one that comes next may leave a free lock alone. */
  private static final int NEXT_PART = 16;

  private static final long SHARED = (1L << 31) - 1;

  /** The value to combine with the word by OR so that a rank comes next. */
  static final long WANTED = 1L << 31;

  private static final int HOLDER_AT = 32;

  /** The value to combine with the word by AND so that no rank comes next. */
  static final long UNMARK = ~WANTED;

  private final boolean exclusive;
  private final boolean ofAll;
  private final int rank;
  private final long sinceNs;

  /** The value of the word when it was last read; at first a guess. */
  private long seen;

  /** The value to write over {@code seen} if the request takes the lock. */
  private long next;

  private boolean takes;
  private boolean marks;

  /** Whether it has set the bit, and takes the lock as soon as that is free; and since when. */
  private boolean marked;

  private long markedNs;

  private boolean mayHaveMarked;

  /** Since when the lock has been seen free except for a rank that waits for it; if it has. */
  private long leftNs;

  private boolean left;

  /**
   * Creates a wait.
   *
   * @param ofAll whether lockAll requested the lock, before the ranks that wait for it now
   */
  LockWait(LockType type, boolean ofAll, int rank, long nowNs) {
    this.exclusive = type == LockType.EXCLUSIVE;
    this.ofAll = ofAll;
    this.rank = rank;
    this.sinceNs = nowNs;
  }

  // ---- the word ----

  /** The number to add to the word to release a lock. */
  static long giveBack(LockType type, int rank) {
    return type == LockType.EXCLUSIVE ? -(rank + 1L << HOLDER_AT) : -1;
  }

  /** The rank, plus one, that holds the lock exclusively; or 0. */
  static long holder(long word) {
    return word >>> HOLDER_AT;
  }

  /** The number of shared locks. */
  static long shared(long word) {
    return word & SHARED;
  }

  /** Whether one who has not waited may take the lock. */
  static boolean isFree(long word, LockType type, boolean ofAll) {
    return isFree(word, type == LockType.EXCLUSIVE, ofAll, false);
  }

  /**
   * Whether a request may take the lock.
   *
   * @param first whether the request is the one for which others wait
   */
  private static boolean isFree(long word, boolean exclusive, boolean ofAll, boolean first) {
    if (holder(word) != 0) {
      return false;
    }
    boolean wanted = (word & WANTED) != 0;
    boolean unshared = shared(word) == 0;
    boolean passes = first || !wanted;
    return exclusive ? unshared && passes : passes || ofAll && !unshared;
  }

  /** The value of a free word after one who has not waited has taken the lock. */
  static long taken(long word, LockType type, int rank) {
    return type == LockType.EXCLUSIVE ? rank + 1L << HOLDER_AT : word + 1;
  }

  /** The value of the word when the exclusive lock has been released. */
  static long released(long word) {
    return word & WANTED;
  }

  // ---- the request ----

  private boolean comesFirst(long nowNs) {
    return marked || left && nowNs - leftNs >= ABANDONED_NS;
  }

  private boolean isFree(long nowNs) {
    return isFree(seen, exclusive, ofAll, comesFirst(nowNs));
  }

  LockType type() {
    return exclusive ? LockType.EXCLUSIVE : LockType.SHARED;
  }

  /** Chooses the next access to the word: it takes the lock, says that it comes next, or reads. */
  void plan(long nowNs) {
    takes = isFree(nowNs);
    boolean isLate = holder(seen) != 0 && nowNs - sinceNs >= PATIENCE_NS;
    boolean waits = isLate || exclusive && shared(seen) != 0;
    marks = !takes && waits && (seen & WANTED) == 0;
    mayHaveMarked |= marks;
    if (takes) {
      next = taken(comesFirst(nowNs) ? seen & UNMARK : seen, type(), rank);
    }
  }

  /** Whether the access is a compare-and-swap of {@link #seen} and {@link #next}. */
  boolean takes() {
    return takes;
  }

  /** Whether the access is an OR with {@link #WANTED}. */
  boolean marks() {
    return marks;
  }

  /** The value of the word when it was last read. */
  long seen() {
    return seen;
  }

  long next() {
    return next;
  }

  /** The access was lost: no answer says what it has done. */
  void failed() {
    takes = false;
    marks = false;
  }

  /** Whether the access that found a value has taken the lock. */
  boolean hasTaken(long found) {
    return takes && found == seen;
  }

  /**
   * Takes the answer of the access.
   *
   * @return whether the lock is held
   */
  boolean answered(long found, long nowNs) {
    if (hasTaken(found)) {
      seen = next;
      return true;
    }
    seen = marks ? found | WANTED : found;
    if (marks && (found & WANTED) == 0) {
      marked = true;
      markedNs = nowNs;
    }
    boolean isLeft = (seen & ~WANTED) == 0 && seen != 0;
    if (isLeft && !left) {
      leftNs = nowNs;
    }
    left = isLeft;
    return false;
  }

  /** Whether the lock can be taken, as far as is known. */
  boolean mayTake(long nowNs) {
    return isFree(nowNs);
  }

  /**
   * How long the lock, which is held, may be left alone. One that comes next looks more often,
   * since nobody else takes the lock when it is free.
   */
  long pauseNs(long nowNs) {
    long waited = marked ? (nowNs - markedNs) / NEXT_PART : nowNs - sinceNs;
    return Math.clamp(waited, FIRST_PAUSE_NS, LONGEST_PAUSE_NS);
  }

  /** Whether it may have written that a rank comes next. */
  boolean mayHaveMarked() {
    return mayHaveMarked;
  }
}
