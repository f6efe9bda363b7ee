package org.ronsel.conformance;

import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntConsumer;
import org.ronsel.Comm;
import org.ronsel.Datatype;
import org.ronsel.ErrorClass;
import org.ronsel.Group;
import org.ronsel.Info;
import org.ronsel.InvalidArgumentException;
import org.ronsel.LockType;
import org.ronsel.NoMemoryException;
import org.ronsel.Op;
import org.ronsel.Request;
import org.ronsel.RonselException;
import org.ronsel.WaitInterruptedException;
import org.ronsel.Window;
import org.ronsel.Window.Assertion;

/** What failed, refused and interrupted calls of windows leave behind: others are not kept. */
final class WindowFaultScenarios {
  /** Where no memory is attached. */
  private static final long NOWHERE = 1 << 20;

  /** How long ranks get in each other's way. */
  private static final long ENOUGH_NS = 60_000_000;

  private WindowFaultScenarios() {}

  private static void refused(ErrorClass errorClass, Check.Statement statement, String... words) {
    Check.fails(InvalidArgumentException.class, errorClass, statement, words);
  }

  /** All ranks one after the other, which they could not if one had kept its lock. */
  private static void lockInTurn(Comm world, Window window) {
    for (int target = 0; target < world.size(); target++) {
      window.lock(LockType.EXCLUSIVE, target);
      window.unlock(target);
    }
    world.barrier();
  }

  static void aCallThatReportsAnErrorEndsItsEpochAllTheSame(Comm world) {
    int ranks = world.size();
    int to = (world.rank() + 1) % ranks;
    String me = "rank " + world.rank() + ", ";
    int[] one = {1};
    ErrorClass range = ErrorClass.RMA_RANGE;
    try (Window window = Window.createDynamic(world, new Info())) {
      window.lock(LockType.EXCLUSIVE, to);
      window.put(one, to, NOWHERE);
      refused(range, () -> window.unlock(to), me + "unlock", "attached no memory");
      lockInTurn(world, window);

      window.lockAll();
      for (int target = 0; target < ranks; target++) {
        window.put(one, target, NOWHERE);
      }
      refused(range, () -> window.unlockAll(), me + "unlockAll", "attached no memory");
      lockInTurn(world, window);

      window.fence();
      window.put(one, to, NOWHERE);
      refused(range, () -> window.fence(Assertion.NO_SUCCEED), me + "fence", "attached no memory");
      lockInTurn(world, window);

      Group all = world.group();
      window.post(all);
      window.start(all);
      for (int target = 0; target < ranks; target++) {
        window.put(one, target, NOWHERE);
      }
      refused(range, () -> window.complete(), me + "complete", "attached no memory");
      window.await();
      lockInTurn(world, window);
    }
  }

  static void noDisplacementOfADynamicWindowTroublesItsTarget(Comm world) {
    int to = (world.rank() + 1) % world.size();
    String me = "rank " + world.rank() + ", ";
    try (Window window = Window.createDynamic(world, new Info())) {
      window.lockAll();
      for (long at : new long[] {0, 1L << 46, 1L << 62, Long.MAX_VALUE - 8}) {
        window.put(new int[1], to, at);
        refused(ErrorClass.RMA_RANGE, () -> window.flush(to), me + "flush", "attached no memory");
        window.accumulate(new int[1], to, at, Op.SUM);
        refused(ErrorClass.RMA_RANGE, () -> window.flush(to), me + "flush", "attached no memory");
      }
      window.unlockAll();
      Check.equal(world.size(), world.allReduce(1, Op.SUM), "what all add up to afterwards");
    }
  }

  static void memoryThatItsOwnerHasClosedIsNamed(Comm world) {
    Arena arena = Arena.ofShared();
    try (Window window = Window.create(world, Datatype.INT, arena.allocate(64, 8))) {
      accessToClosedMemory(world, arena, window, to -> window.put(new int[1], to, 0));
    }
  }

  static void attachedMemoryThatItsOwnerHasClosedIsNamed(Comm world) {
    int to = (world.rank() + 1) % world.size();
    Arena arena = Arena.ofShared();
    try (Window window = Window.createDynamic(world, new Info())) {
      long[] all = new long[world.size()];
      world.allGather(new long[] {window.attach(arena.allocate(64, 8))}, all);
      accessToClosedMemory(world, arena, window, at -> window.put(new int[1], at, all[at]));
    }
  }

  static void whatAReleasedRequestFailedWithIsThrownByUnlock(Comm world) {
    Arena arena = Arena.ofShared();
    try (Window window = Window.create(world, Datatype.INT, arena.allocate(64, 8))) {
      accessToClosedMemory(
          world, arena, window, to -> window.rGet(new int[1], 0, 1, to, 0).release());
    }
  }

  private static void accessToClosedMemory(
      Comm world, Arena arena, Window window, IntConsumer access) {
    int to = (world.rank() + 1) % world.size();
    world.barrier();
    arena.close();
    world.barrier();
    window.lock(LockType.EXCLUSIVE, to);
    try {
      access.accept(to);
      window.unlock(to);
      throw new AssertionError("access to memory that is closed");
    } catch (RonselException closed) {
      Check.equal(ErrorClass.RMA_RANGE, closed.errorClass(), "error class of " + closed);
      String message = String.valueOf(closed.getMessage());
      Check.that(message.startsWith("rank " + world.rank() + ", "), message);
      Check.that(message.contains("rank " + to) && message.contains("closed the arena"), message);
    }
    Check.equal(world.size(), world.allReduce(1, Op.SUM), "what all add up to afterwards");
  }

  static void aWindowThatSomeRankCannotHaveFailsOnAll(Comm world) {
    boolean last = world.rank() == world.size() - 1;
    for (long bytes : new long[] {Long.MAX_VALUE, Long.MAX_VALUE - 1000, 1L << 60}) {
      Check.fails(
          NoMemoryException.class,
          ErrorClass.NO_MEM,
          () -> Window.allocate(world, last ? bytes : 64, 8, new Info()),
          "rank " + (world.size() - 1) + " cannot get");
      Check.fails(
          NoMemoryException.class,
          ErrorClass.NO_MEM,
          () -> Window.allocateShared(world, bytes, 8, new Info()),
          "rank 0 cannot get");
    }
    try (Window window = Window.allocate(world, Datatype.INT, 1)) {
      window.fence();
    }
  }

  static void operatorsOnPairsAreGivenWholePairs(Comm world) {
    int to = (world.rank() + 1) % world.size();
    try (Window window = Window.allocate(world, Datatype.INT, 4)) {
      window.lockAll();
      refused(
          ErrorClass.TYPE, () -> window.accumulate(new int[3], to, 0, Op.MAXLOC), "MAXLOC", "3");
      refused(ErrorClass.TYPE, () -> window.fetchAndOp(1, to, 0, Op.MINLOC), "MINLOC");
      window.accumulate(new int[4], to, 0, Op.MAXLOC);
      window.unlockAll();
      world.barrier();
    }
  }

  /** A pair is one element: nobody sees the first value of one and the second of another. */
  static void pairsAreReplacedWhole(Comm world) {
    int me = world.rank();
    pairs(world, Datatype.INT_INT, new int[] {me, me}, new int[2]);
    // More than goes in one record, and than is changed behind a gate that is closed once.
    int[] mine = new int[2 * 12_000];
    Arrays.fill(mine, me);
    pairs(world, Datatype.INT_INT, mine, new int[mine.length]);
    Datatype<?> spread = Datatype.vector(6_000, 1, 2, Datatype.INT_INT);
    pairs(world, spread, Arrays.copyOf(mine, 12_000), new int[12_000]);
  }

  private static void pairs(Comm world, Datatype<?> type, int[] mine, int[] old) {
    long extent = type.extentBytes();
    long elements = 4L * mine.length / type.sizeBytes();
    try (Window window = Window.allocate(world, extent * elements, 1, new Info())) {
      window.lockAll();
      long until = System.nanoTime() + ENOUGH_NS;
      do {
        int count = mine.length;
        window
            .untyped()
            .getAccumulate(
                mine,
                Datatype.INT,
                0,
                count,
                old,
                Datatype.INT,
                0,
                count,
                0,
                0,
                type,
                elements,
                Op.REPLACE);
        window.flush(0);
        for (int at = 0; at < count; at += 2) {
          Check.equal(old[at], old[at + 1], "second value of pair " + at / 2);
        }
      } while (System.nanoTime() - until < 0);
      window.unlockAll();
      world.barrier();
    }
  }

  static void aFenceThatBeginsNoEpochBreaksNoPromise(Comm world) {
    Info hints = new Info().set("epochs_used", "lockall");
    try (Window window = Window.allocate(world, 64, 8, hints)) {
      refused(ErrorClass.RMA_SYNC, () -> window.fence(), "epochs_used=lockall");
      window.fence(Assertion.NO_SUCCEED);
      window.lockAll();
      window.unlockAll();
    }
  }

  /** NO_STORE and NO_PUT are about the rank that asserts them (MPI-4.1, section 12.5.5). */
  static void eachRankAssertsForItselfWhatItHasStored(Comm world) {
    int me = world.rank();
    try (Window window = Window.allocate(world, Datatype.INT, 1)) {
      for (int i = 1; i <= 20; i++) {
        boolean stores = me == i % world.size();
        if (stores) {
          window.memory().set(ValueLayout.JAVA_INT, 0, i);
          window.fence(Assertion.NO_PRECEDE);
        } else {
          window.fence(Assertion.NO_PRECEDE, Assertion.NO_STORE, Assertion.NO_PUT);
        }
        int[] seen = new int[1];
        window.get(seen, i % world.size(), 0);
        window.fence(Assertion.NO_SUCCEED);
        Check.equal(i, seen[0], "what rank " + i % world.size() + " has stored");
      }
    }
  }

  /** It counts as having all locks; who asks for an exclusive one later waits for its end. */
  @Ranks(min = 3)
  static void whoHasLockedAllWaitsForNobodyWhoCameLater(Comm world) {
    int me = world.rank();
    byte[] token = new byte[1];
    try (Window window = Window.allocate(world, Datatype.INT, 1)) {
      for (int round = 0; round < 40; round++) {
        if (me == 0) {
          window.lockAll();
          window.fetchAndOp(1, 0, 0, Op.SUM);
          world.send(token, 1, 1);
          world.receive(token, 1, 2); // comes when rank 1 has operated, too
          window.unlockAll();
        } else if (me == 1) {
          window.lockAll();
          world.receive(token, 0, 1);
          window.fetchAndOp(1, 0, 0, Op.SUM);
          world.send(token, 0, 2);
          window.unlockAll();
        } else {
          window.lock(LockType.EXCLUSIVE, 0);
          window.unlock(0);
        }
      }
      world.barrier();
    }
  }

  @Ranks(min = 2)
  static void aLockThatAnInterruptHasEndedIsNotHeld(Comm world) throws Exception {
    byte[] token = new byte[1];
    try (Window window = Window.allocate(world, Datatype.INT, 1)) {
      if (world.rank() == 1) {
        Thread locker = Thread.currentThread();
        for (int i = 0; i < 100; i++) {
          long spins = i * 7919L % 20_000;
          Thread other =
              Thread.ofPlatform()
                  .start(
                      () -> {
                        for (long left = spins; left > 0; left--) {
                          Thread.onSpinWait();
                        }
                        locker.interrupt();
                      });
          boolean locked = true;
          try {
            window.lock(LockType.EXCLUSIVE, 0);
          } catch (WaitInterruptedException interrupted) {
            locked = false;
          }
          uninterrupted(other);
          if (locked) {
            window.unlock(0);
          }
        }
        world.send(token, 0, 1);
      } else if (world.rank() == 0) {
        world.receive(token, 1, 1);
      }
      world.barrier();
      lockInTurn(world, window);
    }
  }

  /** Rank 0 alone is interrupted, while rank 1 is late: it goes on when the interrupt was seen. */
  @Ranks(min = 2)
  static void aFenceThatIsInterruptedHasBeenMade(Comm world) {
    int me = world.rank();
    int to = (me + 1) % world.size();
    int from = (me - 1 + world.size()) % world.size();
    try (Window window = Window.allocate(world, Datatype.INT, 1)) {
      for (int round = 1; round <= 5; round++) {
        if (me == 0) {
          Thread teller = tellsWhenSeen(world, 1);
          Check.fails(
              WaitInterruptedException.class,
              ErrorClass.OTHER,
              () -> window.fence(),
              "the fence has been made");
          uninterrupted(teller);
        } else {
          if (me == 1) {
            Together.await(world, 0);
          }
          window.memory().set(ValueLayout.JAVA_INT, 0, -1); // before rank 0 puts
          window.fence();
        }
        window.put(new int[] {100 * round + me}, to, 0);
        window.fence();
        int got = window.memory().get(ValueLayout.JAVA_INT, 0);
        Check.equal(100 * round + from, got, "what rank " + from + " has put");
      }
    }
  }

  @Ranks(min = 2)
  static void aStartThatIsInterruptedIsCalledAgain(Comm world) {
    int me = world.rank();
    try (Window window = Window.allocate(world, Datatype.INT, 1)) {
      for (int round = 1; round <= 5; round++) {
        if (me == 0) {
          Group targets = world.group().exclude(0); // the others have posted, or will
          Thread teller = tellsWhenSeen(world, 1);
          Check.fails(
              WaitInterruptedException.class,
              ErrorClass.OTHER,
              () -> window.start(targets),
              "call it again");
          uninterrupted(teller);
          window.start(targets);
          for (int to = 1; to < world.size(); to++) {
            window.put(new int[] {round}, to, 0);
          }
          window.complete();
        } else {
          if (me == 1) {
            Together.await(world, 0);
          }
          window.memory().set(ValueLayout.JAVA_INT, 0, -1); // before rank 0 puts
          window.post(world.group().include(0));
          window.await();
          Check.equal(round, window.memory().get(ValueLayout.JAVA_INT, 0), "what rank 0 has put");
        }
      }
      world.barrier();
    }
  }

  /**
   * All calls of all ranks are interrupted, where they wait, and those that say so are repeated.
   */
  static void callsThatAreInterruptedAreCalledAgain(Comm world) {
    int me = world.rank();
    int to = (me + 1) % world.size();
    int from = (me - 1 + world.size()) % world.size();
    Group origins = world.group().include(from);
    Group targets = world.group().include(to);
    try (Window window = Window.allocate(world, Datatype.INT, 2)) {
      for (int round = 1; round <= 5; round++) {
        int[] mine = {100 * round + me};
        interrupted(() -> window.post(origins));
        interrupted(() -> window.start(targets));
        window.put(mine, to, 0);
        interrupted(() -> window.complete());
        interrupted(() -> window.await());
        int got = window.memory().get(ValueLayout.JAVA_INT, 0);
        Check.equal(100 * round + from, got, "what rank " + from + " has put");

        interrupted(() -> window.fence());
        window.put(mine, to, 1);
        interrupted(() -> window.fence(Assertion.NO_SUCCEED));
        got = window.memory().get(ValueLayout.JAVA_INT, 4);
        Check.equal(100 * round + from, got, "what rank " + from + " has put between fences");

        interrupted(() -> window.lock(LockType.EXCLUSIVE, to));
        window.accumulate(mine, to, 0, Op.SUM);
        interrupted(() -> window.flush(to));
        interrupted(() -> window.unlock(to));
        interrupted(() -> window.lockAll());
        window.accumulate(mine, to, 0, Op.SUM);
        interrupted(() -> window.unlockAll());
        world.barrier();
        got = window.memory().get(ValueLayout.JAVA_INT, 0);
        Check.equal(3 * (100 * round + from), got, "what rank " + from + " has added up");
      }
    }
  }

  /** Peers that have taken in all that they may are told by sends that wait. */
  @Ranks(min = 3, megabytes = 50)
  static void anInterruptKeepsPostAndCompleteFromTellingNobody(Comm world) {
    int me = world.rank();
    int messages = 5000;
    byte[] some = new byte[1000];
    try (Window window = Window.allocate(world, Datatype.INT, 1)) {
      if (me == 0) {
        Group others = world.group().exclude(0);
        List<Request> sends = new ArrayList<>();
        for (int to = 1; to < world.size(); to++) {
          for (int i = 0; i < messages; i++) {
            sends.add(world.iSend(some, to, 9));
          }
        }
        interrupted(() -> window.post(others));
        interrupted(() -> window.start(others));
        interrupted(() -> window.complete());
        interrupted(() -> window.await());
        for (int to = 1; to < world.size(); to++) {
          Together.signal(world, to);
        }
        Request.awaitAll(sends.toArray(Request[]::new));
      } else {
        Group first = world.group().include(0);
        window.post(first);
        window.start(first);
        window.complete();
        window.await();
        Together.await(world, 0);
        for (int i = 0; i < messages; i++) {
          world.receive(some, 0, 9);
        }
      }
      world.barrier();
    }
  }

  /** Makes a call with an interrupt pending, and again if that has ended it. */
  private static void interrupted(Runnable call) {
    Thread.currentThread().interrupt();
    try {
      call.run();
    } catch (WaitInterruptedException told) {
      String message = String.valueOf(told.getMessage());
      if (!message.contains("has been made")) {
        Check.that(message.contains("call it again"), message);
        call.run();
      }
    } finally {
      var _ = Thread.interrupted();
    }
  }

  /** Interrupts the calling thread, and tells a rank when it has found out in its next wait. */
  private static Thread tellsWhenSeen(Comm world, int peer) {
    Thread caller = Thread.currentThread();
    caller.interrupt();
    return Thread.ofPlatform()
        .start(
            () -> {
              Check.eventually(() -> !caller.isInterrupted(), "the interrupt is seen");
              Together.signal(world, peer);
            });
  }

  /** Waits for the end of a thread, and takes the interrupt that it has sent. */
  private static void uninterrupted(Thread other) {
    while (other.isAlive()) {
      try {
        other.join();
      } catch (InterruptedException its) {
        // It may have been sent before the thread ends.
      }
    }
    var _ = Thread.interrupted();
  }
}
