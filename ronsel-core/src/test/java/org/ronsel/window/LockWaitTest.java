package org.ronsel.window;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.ronsel.LockType;

/** Who gets a lock next, at times that the test chooses. */
class LockWaitTest {
  private static final int ME = 3;
  private static final int OTHER = 5;

  private long word;
  private long nowNs = 100;

  /** A request of another rank that comes and looks once. */
  private boolean takesAtOnce(LockType type, boolean ofAll) {
    boolean free = LockWait.isFree(word, type, ofAll);
    if (free) {
      word = LockWait.taken(word, type, OTHER);
    }
    return free;
  }

  private void release(LockType type, int rank) {
    word += LockWait.giveBack(type, rank);
  }

  private LockWait wait(LockType type, int rank) {
    return new LockWait(type, false, rank, nowNs);
  }

  /** Carries out the access that a request has planned. */
  private boolean answers(LockWait waiting) {
    long found = word;
    if (waiting.takes() && found == waiting.seen()) {
      word = waiting.next();
    } else if (waiting.marks()) {
      word |= LockWait.WANTED;
    }
    return waiting.answered(found, nowNs);
  }

  /** Looks as often as a rank that waits may have to, to act upon what it has seen. */
  private boolean looks(LockWait waiting) {
    for (int i = 0; i < 3; i++) {
      waiting.plan(nowNs);
      if (answers(waiting)) {
        return true;
      }
    }
    return false;
  }

  @Test
  void aHolderThatLocksAgainPassesThoseThatHaveJustCome() {
    assertThat(takesAtOnce(LockType.EXCLUSIVE, false)).isTrue();
    LockWait waiting = wait(LockType.EXCLUSIVE, ME);
    assertThat(looks(waiting)).isFalse();
    release(LockType.EXCLUSIVE, OTHER);
    assertThat(takesAtOnce(LockType.EXCLUSIVE, false)).isTrue();
  }

  @Test
  void aHolderThatLocksAgainDoesNotPassOneThatHasWaited() {
    assertThat(takesAtOnce(LockType.EXCLUSIVE, false)).isTrue();
    LockWait waiting = wait(LockType.EXCLUSIVE, ME);
    nowNs += LockWait.PATIENCE_NS;
    assertThat(looks(waiting)).isFalse();
    release(LockType.EXCLUSIVE, OTHER);
    LockWait again = wait(LockType.EXCLUSIVE, OTHER);
    assertThat(takesAtOnce(LockType.EXCLUSIVE, false)).isFalse();
    nowNs += LockWait.PATIENCE_NS;
    assertThat(looks(again)).isFalse();
    assertThat(looks(waiting)).isTrue();
    // In turn.
    assertThat(looks(again)).isFalse();
    release(LockType.EXCLUSIVE, ME);
    assertThat(takesAtOnce(LockType.SHARED, false)).isFalse();
    assertThat(looks(again)).isTrue();
    release(LockType.EXCLUSIVE, OTHER);
    assertThat(word).isZero();
  }

  @Test
  void theLastSharedLockIsFollowedByTheExclusiveOne() {
    assertThat(takesAtOnce(LockType.SHARED, false)).isTrue();
    assertThat(takesAtOnce(LockType.SHARED, false)).isTrue();
    LockWait waiting = wait(LockType.EXCLUSIVE, ME);
    assertThat(looks(waiting)).isFalse();
    assertThat(takesAtOnce(LockType.SHARED, false)).isFalse();
    release(LockType.SHARED, OTHER);
    assertThat(takesAtOnce(LockType.SHARED, true)).isTrue();
    release(LockType.SHARED, OTHER);
    release(LockType.SHARED, OTHER);
    assertThat(takesAtOnce(LockType.SHARED, false)).isFalse();
    assertThat(takesAtOnce(LockType.SHARED, true)).isFalse();
    assertThat(looks(waiting)).isTrue();
  }

  @Test
  void twoThatLockInTurnForLongDoNotPassASharedLockForEver() {
    int other = OTHER;
    int next = OTHER + 1;
    assertThat(takesAtOnce(LockType.EXCLUSIVE, false)).isTrue();
    LockWait shared = wait(LockType.SHARED, ME);
    assertThat(looks(shared)).isFalse();
    int passed = 0;
    LockWait exclusive = wait(LockType.EXCLUSIVE, next);
    while (true) {
      assertThat(looks(exclusive)).isFalse();
      assertThat(looks(shared)).isFalse();
      nowNs += LockWait.PATIENCE_NS;
      assertThat(looks(exclusive)).isFalse();
      assertThat(looks(shared)).isFalse();
      release(LockType.EXCLUSIVE, other);
      if (!looks(exclusive)) {
        break;
      }
      assertThat(++passed).isLessThan(5);
      int before = other;
      other = next;
      next = before;
      exclusive = wait(LockType.EXCLUSIVE, next);
    }
    assertThat(looks(shared)).isTrue();
  }

  /** As one in another host, whose accesses take longer than others hold the lock. */
  @Test
  void whoSaysThatItComesNextNeedNotKnowTheHolder() {
    for (LockType type : LockType.values()) {
      assertThat(takesAtOnce(LockType.EXCLUSIVE, false)).isTrue();
      LockWait waiting = wait(type, ME);
      assertThat(looks(waiting)).isFalse();
      nowNs += LockWait.PATIENCE_NS;
      waiting.plan(nowNs);
      release(LockType.EXCLUSIVE, OTHER);
      word = LockWait.taken(word, LockType.EXCLUSIVE, OTHER + 1);
      assertThat(answers(waiting)).isFalse();
      release(LockType.EXCLUSIVE, OTHER + 1);
      assertThat(takesAtOnce(LockType.EXCLUSIVE, false)).isFalse();
      assertThat(looks(waiting)).isTrue();
      release(type, ME);
      assertThat(word).isZero();
    }
  }

  @Test
  void aSharedLockThatComesNextDoesNotWaitForSharedOnes() {
    assertThat(takesAtOnce(LockType.EXCLUSIVE, false)).isTrue();
    LockWait waiting = wait(LockType.SHARED, ME);
    assertThat(looks(waiting)).isFalse();
    nowNs += LockWait.PATIENCE_NS;
    waiting.plan(nowNs);
    release(LockType.EXCLUSIVE, OTHER);
    assertThat(takesAtOnce(LockType.SHARED, false)).isTrue();
    assertThat(answers(waiting)).isFalse();
    assertThat(looks(waiting)).isTrue();
    release(LockType.SHARED, OTHER);
    release(LockType.SHARED, ME);
    assertThat(word).isZero();
  }

  @Test
  void whoComesNextLooksMoreOftenThanWhoDoesNot() {
    assertThat(takesAtOnce(LockType.EXCLUSIVE, false)).isTrue();
    LockWait first = wait(LockType.EXCLUSIVE, ME);
    LockWait second = wait(LockType.EXCLUSIVE, OTHER + 1);
    assertThat(looks(first)).isFalse();
    nowNs += LockWait.PATIENCE_NS;
    assertThat(looks(first)).isFalse();
    assertThat(looks(second)).isFalse();
    for (int i = 0; i < 8; i++) {
      nowNs += LockWait.PATIENCE_NS;
      assertThat(first.pauseNs(nowNs)).isLessThan(second.pauseNs(nowNs));
    }
  }

  /** It has died. */
  @Test
  void whoHasSaidThatItWaitsAndNeverComesIsPassed() {
    for (LockType type : LockType.values()) {
      assertThat(takesAtOnce(LockType.SHARED, false)).isTrue();
      assertThat(looks(wait(LockType.EXCLUSIVE, ME))).isFalse();
      release(LockType.SHARED, OTHER);
      LockWait waiting = wait(type, OTHER);
      assertThat(looks(waiting)).isFalse();
      nowNs += LockWait.ABANDONED_NS;
      assertThat(looks(waiting)).isTrue();
      release(type, OTHER);
      assertThat(word).isZero();
    }
  }

  @Test
  void timeInWhichOthersHoldTheLockDoesNotMakeAWaiterLookAbandoned() {
    assertThat(takesAtOnce(LockType.EXCLUSIVE, false)).isTrue();
    LockWait first = wait(LockType.EXCLUSIVE, ME);
    nowNs += LockWait.PATIENCE_NS;
    assertThat(looks(first)).isFalse();
    LockWait second = wait(LockType.SHARED, OTHER);
    assertThat(looks(second)).isFalse();
    nowNs += LockWait.ABANDONED_NS;
    release(LockType.EXCLUSIVE, OTHER);
    assertThat(looks(second)).isFalse();
    assertThat(looks(first)).isTrue();
  }

  /** As when another one that waited gave up. */
  @Test
  void whoMissesItsMarkSetsItAgain() {
    assertThat(takesAtOnce(LockType.SHARED, false)).isTrue();
    LockWait waiting = wait(LockType.EXCLUSIVE, ME);
    assertThat(looks(waiting)).isFalse();
    assertThat(waiting.mayHaveMarked()).isTrue();
    word &= LockWait.UNMARK;
    assertThat(takesAtOnce(LockType.SHARED, false)).isTrue();
    assertThat(looks(waiting)).isFalse();
    assertThat(takesAtOnce(LockType.SHARED, false)).isFalse();
  }
}
