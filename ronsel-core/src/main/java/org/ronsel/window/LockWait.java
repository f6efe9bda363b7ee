package org.ronsel.window;

import org.ronsel.LockType;

/**
 * The word of a lock, and what one request for the lock does next to it. Bits 0 to 30 count shared
 * locks, bit 31 says that a rank waits for an exclusive one, and bits 32 to 62 are the rank that
 * holds it exclusively, plus one.
 *
 * <p>Nobody passes a rank that has set bit 31, except those that have called lockAll while shared
 * locks are held: they count as the holders of all locks, and others may depend on their operations
 * under those that they do not have yet. A rank sets the bit if it waits for an exclusive lock and
 * shared ones are held, of which there may always be some, or after {@link #PATIENCE_NS}, since the
 * last holder may be faster each time. (Before, who comes first gets the lock, which keeps the time
 * short between a release and the next grant; Go's mutexes do the same.) The bit does not say whose
 * it is: who has set it takes the lock and clears it, and others then set it in their turn. Who may
 * have set it and gives up clears it too, and whoever misses it sets it again. It may also be left
 * by a rank that has died. So it counts for nothing where the lock has been seen free for {@link
 * #ABANDONED_NS}: a rank that waits looks more often than that.
 *
 * <p>One thread.
 */
final class LockWait {
  /** After so much waiting nobody else gets the lock any more before one that waits has had it. */
  static final long PATIENCE_NS = 1_000_000;

  /** A rank that waits does not leave a free lock alone for so long. */
  static final long ABANDONED_NS = 20_000_000;

  private static final long SHARED = (1L << 31) - 1;
  private static final long WANTED = 1L << 31;
  private static final int HOLDER_AT = 32;

  /** The value to combine with the word by AND so that no rank waits for an exclusive lock. */
  static final long UNMARK = ~WANTED;

  private final boolean exclusive;
  private final boolean ofAll;
  private final int rank;
  private final long sinceNs;

  /** The value of the word when it was last read; at first a guess. */
  private long seen;

  /** The value to write over {@code seen}, unless the request only reads. */
  private long next;

  private boolean writes;
  private boolean takes;

  /** Whether it has set the bit, and takes the lock as soon as that is free. */
  private boolean marked;

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
    return exclusive ? unshared && (first || !wanted) : !wanted || (unshared ? first : ofAll);
  }

  /** The value of a free word after the lock has been taken. */
  static long taken(long word, LockType type, int rank) {
    if (type == LockType.EXCLUSIVE) {
      return rank + 1L << HOLDER_AT;
    }
    return (shared(word) == 0 ? word & UNMARK : word) + 1;
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

  /** Chooses the next access to the word. */
  void plan(long nowNs) {
    takes = isFree(nowNs);
    next = seen;
    if (takes) {
      next = taken(seen, type(), rank);
    } else if (exclusive && (shared(seen) != 0 || nowNs - sinceNs >= PATIENCE_NS)) {
      next = seen | WANTED;
    }
    writes = next != seen;
    mayHaveMarked |= writes && !takes;
  }

  /** Whether the access is a compare-and-swap of {@link #seen} and {@link #next}; else it reads. */
  boolean writes() {
    return writes;
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
    writes = false;
  }

  /** Whether the access that found a value has taken the lock. */
  boolean hasTaken(long found) {
    return writes && takes && found == seen;
  }

  /**
   * Takes the answer of the access.
   *
   * @return whether the lock is held
   */
  boolean answered(long found, long nowNs) {
    boolean written = writes && found == seen;
    seen = written ? next : found;
    if (written && takes) {
      return true;
    }
    marked |= written;
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

  /** Whether it may have written that a rank waits for an exclusive lock. */
  boolean mayHaveMarked() {
    return mayHaveMarked;
  }
}
