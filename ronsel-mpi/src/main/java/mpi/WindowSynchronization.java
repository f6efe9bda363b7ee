package mpi;

import org.ronsel.ErrorClass;
import org.ronsel.LockType;
import org.ronsel.RonselException;
import org.ronsel.Window;
import org.ronsel.Window.Assertion;

/**
 * The synchronization calls of a window (MPI-4.1, section 12.5), with assertions and kinds of locks
 * as the numbers that a program gives.
 */
final class WindowSynchronization {
  private static final Assertion[] NO_ASSERTIONS = {};

  /** By the bits of Open MPI, from the lowest on. */
  private static final Assertion[] ASSERTIONS = {
    Assertion.NO_CHECK,
    Assertion.NO_PRECEDE,
    Assertion.NO_PUT,
    Assertion.NO_STORE,
    Assertion.NO_SUCCEED
  };

  private final Win win;

  WindowSynchronization(Win win) {
    this.win = win;
  }

  private static Assertion[] assertions(Window window, String call, int bits) {
    if (bits == 0) {
      return NO_ASSERTIONS;
    }
    if (bits >>> ASSERTIONS.length != 0) {
      throw Win.refused(window, ErrorClass.ASSERT, call, bits + " is no sum of assertions");
    }
    Assertion[] all = new Assertion[Integer.bitCount(bits)];
    int rest = bits;
    for (int i = 0; i < all.length; i++) {
      all[i] = ASSERTIONS[Integer.numberOfTrailingZeros(rest)];
      rest &= rest - 1;
    }
    return all;
  }

  // ---- synchronisation with all ranks ----

  void fence(int assertion) {
    Window window = win.core();
    try {
      window.fence(assertions(window, "fence", assertion));
    } catch (RonselException e) {
      throw win.failed(e);
    }
  }

  // ---- synchronisation of some ranks with some ----

  void start(Group group, int assertion) {
    Window window = win.core();
    try {
      window.start(Required.group(group).core(), assertions(window, "start", assertion));
    } catch (RonselException e) {
      throw win.failed(e);
    }
  }

  void complete() {
    try {
      win.core().complete();
    } catch (RonselException e) {
      throw win.failed(e);
    }
  }

  void post(Group group, int assertion) {
    Window window = win.core();
    try {
      window.post(Required.group(group).core(), assertions(window, "post", assertion));
    } catch (RonselException e) {
      throw win.failed(e);
    }
  }

  void waitFor() {
    try {
      win.core().await();
    } catch (RonselException e) {
      throw win.failed(e);
    }
  }

  boolean test() {
    try {
      return win.core().test();
    } catch (RonselException e) {
      throw win.failed(e);
    }
  }

  // ---- synchronisation by the origin alone ----

  void lock(int lockType, int rank, int assertion) {
    Window window = win.core();
    try {
      LockType type =
          switch (lockType) {
            case MPI.LOCK_EXCLUSIVE -> LockType.EXCLUSIVE;
            case MPI.LOCK_SHARED -> LockType.SHARED;
            default ->
                throw Win.refused(
                    window,
                    ErrorClass.LOCK_TYPE,
                    "lock",
                    lockType + " is neither LOCK_EXCLUSIVE nor LOCK_SHARED");
          };
      window.lock(type, rank, assertions(window, "lock", assertion));
    } catch (RonselException e) {
      throw win.failed(e);
    }
  }

  void unlock(int rank) {
    try {
      win.core().unlock(rank);
    } catch (RonselException e) {
      throw win.failed(e);
    }
  }

  void lockAll(int assertion) {
    Window window = win.core();
    try {
      window.lockAll(assertions(window, "lockAll", assertion));
    } catch (RonselException e) {
      throw win.failed(e);
    }
  }

  void unlockAll() {
    try {
      win.core().unlockAll();
    } catch (RonselException e) {
      throw win.failed(e);
    }
  }

  void sync() {
    try {
      win.core().sync();
    } catch (RonselException e) {
      throw win.failed(e);
    }
  }

  void flush(int targetRank) {
    try {
      win.core().flush(targetRank);
    } catch (RonselException e) {
      throw win.failed(e);
    }
  }

  void flushAll() {
    try {
      win.core().flushAll();
    } catch (RonselException e) {
      throw win.failed(e);
    }
  }

  void flushLocal(int targetRank) {
    try {
      win.core().flushLocal(targetRank);
    } catch (RonselException e) {
      throw win.failed(e);
    }
  }

  void flushLocalAll() {
    try {
      win.core().flushLocalAll();
    } catch (RonselException e) {
      throw win.failed(e);
    }
  }
}
