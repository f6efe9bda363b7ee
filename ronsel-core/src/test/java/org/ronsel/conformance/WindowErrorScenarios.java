package org.ronsel.conformance;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.atomic.AtomicReference;
import org.ronsel.AttributeKey;
import org.ronsel.ClosedException;
import org.ronsel.Comm;
import org.ronsel.Datatype;
import org.ronsel.ErrorClass;
import org.ronsel.Group;
import org.ronsel.Info;
import org.ronsel.InvalidArgumentException;
import org.ronsel.LockType;
import org.ronsel.Op;
import org.ronsel.Ronsel;
import org.ronsel.RonselException;
import org.ronsel.UnsupportedFeatureException;
import org.ronsel.Window;
import org.ronsel.Window.Assertion;

/** What windows refuse, and that they can be used afterwards. */
final class WindowErrorScenarios {
  private WindowErrorScenarios() {}

  private static void refused(ErrorClass errorClass, Check.Statement statement, String... words) {
    Check.fails(InvalidArgumentException.class, errorClass, statement, words);
  }

  static void operationsAreMadeInEpochs(Comm world) {
    int me = world.rank();
    int to = (me + 1) % world.size();
    int[] one = {1};
    try (Window window = Window.allocate(world, Datatype.INT, 4)) {
      ErrorClass sync = ErrorClass.RMA_SYNC;
      refused(sync, () -> window.put(one, to, 0), "rank " + me + ", put", "no epoch");
      refused(sync, () -> window.get(one, to, 0), "get");
      refused(sync, () -> window.accumulate(one, to, 0, Op.SUM), "accumulate");
      refused(sync, () -> window.fetchAndOp(1, to, 0, Op.SUM), "fetchAndOp");
      refused(sync, () -> window.rPut(one, 0, 1, to, 0), "rPut");
      refused(sync, () -> window.flush(to), "flush", "lock");
      refused(sync, () -> window.flushAll(), "flushAll");
      refused(sync, () -> window.flushLocalAll(), "flushLocalAll");
      refused(sync, () -> window.unlock(to), "unlock", "not locked", "call lock before");
      refused(sync, () -> window.unlockAll(), "unlockAll", "call it before");
      refused(sync, () -> window.complete(), "complete", "start; call it before");
      refused(sync, () -> window.await(), "await", "post; call it before");
      refused(sync, () -> window.test(), "test", "post");

      window.lock(LockType.SHARED, to);
      refused(
          sync,
          () -> window.lock(LockType.SHARED, to),
          "locked by this rank already; call unlock before");
      refused(sync, () -> window.lockAll(), "epoch of locks");
      refused(sync, () -> window.fence(), "fence", "epoch of locks");
      refused(sync, () -> window.untyped().free(), "rank " + me + ", free", "epoch of locks");
      refused(sync, () -> window.start(Group.EMPTY), "epoch of locks");
      if (world.size() > 1) {
        refused(sync, () -> window.put(one, me, 0), "rank " + me + " is not locked");
      }
      window.put(one, to, 0);
      window.unlock(to);

      window.lockAll();
      refused(sync, () -> window.lock(LockType.SHARED, to), "lockAll");
      refused(sync, () -> window.unlock(to), "unlock: this rank is in", "which unlockAll ends");
      window.unlockAll();

      window.fence(Assertion.NO_PRECEDE);
      window.put(one, to, 1);
      String end = "; fence(Assertion.NO_SUCCEED) ends it";
      refused(sync, () -> window.lockAll(), "between fences", end);
      refused(sync, () -> window.lock(LockType.SHARED, to), "between fences", end);
      refused(sync, () -> window.start(Group.EMPTY), "between fences", end);
      window.fence(Assertion.NO_SUCCEED);
      refused(sync, () -> window.put(one, to, 0), "no epoch");

      window.post(Group.EMPTY);
      refused(sync, () -> window.post(Group.EMPTY), "posted already");
      refused(sync, () -> window.fence(), "posted");
      refused(sync, () -> window.untyped().free(), ", free", "posted");
      window.await();
      window.start(Group.EMPTY);
      refused(sync, () -> window.put(one, to, 0), "not in the group");
      window.complete();
      world.barrier();
    }
  }

  static void argumentsAreChecked(Comm world) {
    int ranks = world.size();
    int to = (world.rank() + 1) % ranks;
    int[] three = {1, 2, 3};
    try (Window window = Window.allocate(world, Datatype.INT, 4)) {
      window.name("shelf");
      window.lockAll();
      refused(ErrorClass.RANK, () -> window.put(three, ranks, 0), "target " + ranks, "shelf");
      refused(ErrorClass.RANK, () -> window.put(three, -7, 0), "target -7");
      refused(ErrorClass.RMA_RANGE, () -> window.put(three, to, 2), "displacement 2", "16 bytes");
      refused(ErrorClass.RMA_RANGE, () -> window.get(three, to, -1), "displacement -1");
      refused(ErrorClass.RMA_RANGE, () -> window.put(three, to, Long.MAX_VALUE), "lie outside");
      refused(ErrorClass.RMA_RANGE, () -> window.put(three, to, Long.MAX_VALUE / 4 + 1), "outside");
      refused(ErrorClass.BUFFER, () -> window.put(three, 1, 3, to, 0), "offset 1");
      refused(ErrorClass.COUNT, () -> window.put(three, 0, -1, to, 0), "count -1");
      refused(ErrorClass.BUFFER, () -> window.put((int[]) null, to, 0), "null");
      refused(
          ErrorClass.TYPE,
          () -> window.put(three, Datatype.INT, 0, 3, to, 0, Datatype.INT, 2),
          "12",
          "8");
      refused(
          ErrorClass.TYPE,
          () -> window.put(three, Datatype.INT, 0, 1, to, 0, Datatype.FLOAT, 1),
          "INT",
          "FLOAT");
      refused(
          ErrorClass.TYPE,
          () -> window.put(three, Datatype.INT, 0, 1, to, 0, null, 1),
          "datatype of the target is null");
      refused(ErrorClass.OP, () -> window.accumulate(three, to, 0, null), "operator");
      refused(ErrorClass.OP, () -> window.accumulate(three, to, 0, Op.NO_OP), "getAccumulate");
      refused(
          ErrorClass.OP,
          () -> window.rAccumulate(three, 0, 3, to, 0, Op.NO_OP),
          "rAccumulate",
          "NO_OP");
      refused(
          ErrorClass.OP,
          () -> window.accumulate(three, to, 0, Op.ofInt((a, b) -> a, true)),
          "predefined");
      refused(
          ErrorClass.OP, () -> window.accumulate(new float[1], to, 0, Op.BAND), "BAND", "FLOAT");
      refused(
          ErrorClass.TYPE,
          () -> window.untyped().compareAndSwap(Datatype.DOUBLE, 0, 1, to, 0),
          "integers");
      refused(
          ErrorClass.TYPE,
          () ->
              window
                  .untyped()
                  .getAccumulate(
                      three,
                      Datatype.INT,
                      0,
                      3,
                      three,
                      Datatype.INT,
                      0,
                      2,
                      to,
                      0,
                      Datatype.INT,
                      3,
                      Op.SUM),
          "12");
      window.unlockAll();
      refused(
          ErrorClass.ASSERT, () -> window.fence(Assertion.NO_CHECK), "NO_CHECK", "no assertion");
      refused(ErrorClass.ASSERT, () -> window.lockAll(Assertion.NO_PUT), "NO_PUT");
      refused(ErrorClass.ASSERT, () -> window.fence((Assertion) null), "fence", "null");
      refused(ErrorClass.ASSERT, () -> window.lockAll((Assertion[]) null), "lockAll", "null");
      refused(ErrorClass.LOCK_TYPE, () -> window.lock(null, to), "type of the lock");
      refused(ErrorClass.RANK, () -> window.lock(LockType.SHARED, ranks), "target " + ranks);
      refused(ErrorClass.GROUP, () -> window.start(null), "group is null");
      refused(
          ErrorClass.RMA_FLAVOR,
          () -> window.attach(MemorySegment.ofArray(three)),
          "createDynamic");
      world.barrier();
    }
  }

  static void windowsAreMadeOfSoundMemory(Comm world) {
    refused(ErrorClass.DISPLACEMENT, () -> Window.allocate(world, 8, 0, new Info()), "at least 1");
    refused(ErrorClass.SIZE, () -> Window.allocate(world, -8, 1, new Info()), "-8");
    refused(ErrorClass.ARGUMENT, () -> Window.allocate(null, 8, 1, new Info()), "comm");
    refused(ErrorClass.BASE, () -> Window.create(world, null, 1, new Info()), "null");
    MemorySegment readOnly = MemorySegment.ofArray(new int[3]).asReadOnly();
    refused(ErrorClass.BASE, () -> Window.create(world, Datatype.INT, readOnly), "read-only");
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment confined = arena.allocate(8);
      refused(
          ErrorClass.BASE,
          () -> Window.create(world, Datatype.INT, confined),
          "rank " + world.rank() + ", create: ",
          "confined");
    }
    // All ranks have learned of it, and go on.
    try (Window window = Window.allocate(world, Datatype.INT, 1)) {
      window.fence();
    }
  }

  static void epochsThatHintsExcludeAreRefused(Comm world) {
    ErrorClass sync = ErrorClass.RMA_SYNC;
    int to = (world.rank() + 1) % world.size();
    Info hints = new Info().set("epochs_used", "lockall, fence").set("accumulate_ordering", "none");
    try (Window window = Window.allocate(world, 64, 8, hints)) {
      refused(sync, () -> window.lock(LockType.SHARED, to), "epochs_used=lockall, fence");
      refused(sync, () -> window.post(Group.EMPTY), "promises no other epochs");
      refused(sync, () -> window.start(Group.EMPTY), "promises no other epochs");
      world.barrier();
      window.lockAll();
      window.accumulate(new long[] {1, 2}, to, 0, Op.SUM);
      window.unlockAll();
      window.fence();
      window.accumulate(new long[] {10, 20}, to, 0, Op.SUM);
      window.fence(Window.Assertion.NO_SUCCEED);
      Check.equal(11L, window.memory().get(ValueLayout.JAVA_LONG, 0), "the first sum");
      Check.equal(22L, window.memory().get(ValueLayout.JAVA_LONG, 8), "the second sum");
    }
    Info unknown = new Info().set("epochs_used", "lock,tango");
    try (Window window = Window.allocate(world, 64, 8, unknown)) { // as without the hint
      window.fence();
      window.fence();
    }
  }

  static void aClosedWindowIsRefused(Comm world) {
    Window window = Window.allocate(world, Datatype.INT, 1);
    window.close();
    window.close();
    Check.fails(ClosedException.class, ErrorClass.WINDOW, () -> window.fence(), "closed");
    Check.fails(
        ClosedException.class, ErrorClass.WINDOW, () -> window.put(new int[1], 0, 0), "closed");
    Check.fails(
        ClosedException.class, ErrorClass.WINDOW, () -> window.memory(), "memory", "is closed");
    Check.fails(ClosedException.class, ErrorClass.WINDOW, () -> window.lockAll(), "closed");
  }

  static void onlyAttachedMemoryIsReached(Comm world) {
    int to = (world.rank() + 1) % world.size();
    try (Window window = Window.createDynamic(world, new Info())) {
      MemorySegment memory = Arena.ofAuto().allocate(16, 8);
      long own = window.attach(memory);
      refused(ErrorClass.RMA_ATTACH, () -> window.attach(memory), "attached already");
      refused(ErrorClass.RMA_ATTACH, () -> window.attach(memory.asSlice(8)), "attached already");
      refused(
          ErrorClass.RMA_ATTACH,
          () -> window.detach(MemorySegment.ofArray(new int[1])),
          "not attached; give the segment that was attached");
      long[] all = new long[world.size()];
      world.allGather(new long[] {own}, all);
      window.lockAll();
      window.put(new long[] {5, 6, 7}, to, all[to]);
      refused(ErrorClass.RMA_RANGE, () -> window.flush(to), "attached no memory");
      refused(
          ErrorClass.RMA_RANGE,
          () -> {
            window.rGet(new long[1], 0, 1, to, all[to] + 9).await();
          },
          "rank " + world.rank() + ": rank " + to,
          "attached no memory");
      refused(
          ErrorClass.RMA_RANGE,
          () -> window.fetchAndOp(1L, to, all[to] + 16, Op.SUM),
          "rank " + world.rank() + ", fetchAndOp",
          "attached no memory");
      window.flush(to); // the request has said it
      window.put(new long[] {8}, to, all[to]);
      window.unlockAll();
      world.barrier();
      Check.equal(8L, memory.get(ValueLayout.JAVA_LONG, 0), "what is there");
      Check.equal(0L, memory.get(ValueLayout.JAVA_LONG, 8), "nothing of the refused");
      world.barrier();
    }
  }

  static void onlySoundMemoryIsAttached(Comm world) {
    try (Window window = Window.createDynamic(world, new Info());
        Arena confined = Arena.ofConfined()) {
      ErrorClass base = ErrorClass.BASE;
      refused(base, () -> window.attach(null), "attach", "null");
      refused(base, () -> window.attach(confined.allocate(8)), "confined");
      MemorySegment memory = Arena.ofAuto().allocate(8);
      refused(base, () -> window.attach(memory.asReadOnly()), "read-only");
      Arena arena = Arena.ofShared();
      MemorySegment closed = arena.allocate(8);
      arena.close();
      refused(base, () -> window.attach(closed), "arena of the memory is closed");
      window.attach(memory);
    }
  }

  static void errorsGoToTheHandler(Comm world) {
    try (Window window = Window.allocate(world, Datatype.INT, 1)) {
      AtomicReference<RonselException> seen = new AtomicReference<>();
      window.errorHandler((comm, error) -> seen.set(error));
      refused(ErrorClass.RMA_SYNC, () -> window.put(new int[1], 0, 0), "no epoch");
      Check.equal(ErrorClass.RMA_SYNC, seen.get().errorClass(), "what the handler saw");
    }
  }

  @Ranks(min = 2)
  /** Where a rank sees the memory; MPI-4.1, section B.1.2, item 22. */
  static void memoryOfOtherWindowsIsAskedForToo(Comm world) {
    int me = world.rank();
    MemorySegment mine = Arena.ofAuto().allocate(8, 8);
    for (boolean created : new boolean[] {false, true}) {
      try (Window window =
          created
              ? Window.create(world, mine, 8, new Info())
              : Window.allocate(world, 8, 8, new Info())) {
        window.lockAll();
        window.memory().set(ValueLayout.JAVA_LONG, 0, 100 + me);
        window.sync();
        world.barrier();
        window.sync();
        int first = -1;
        for (int rank = 0; rank < world.size(); rank++) {
          MemorySegment there = window.sharedQuery(rank);
          Check.equal(8, window.sharedDisplacementUnit(rank), "unit");
          if (there.byteSize() == 0) {
            Check.that(rank != me, "a rank sees its own memory");
            continue;
          }
          Check.equal(100L + rank, there.get(ValueLayout.JAVA_LONG, 0), "stored by " + rank);
          first = first < 0 ? rank : first;
        }
        MemorySegment lowest = window.sharedQuery(Ronsel.PROC_NULL);
        Check.equal(100L + first, lowest.get(ValueLayout.JAVA_LONG, 0), "of the lowest rank seen");
        window.unlockAll();
        world.barrier();
      }
    }
    try (Window window = Window.createDynamic(world, new Info())) {
      refused(ErrorClass.RMA_FLAVOR, () -> window.sharedQuery(me), "DYNAMIC");
    }
  }

  static void sharedMemoryIsLoadedAndStored(Comm world) {
    int me = world.rank();
    int ranks = world.size();
    boolean near = true;
    try (Window any = Window.allocate(world, Datatype.INT, 1)) {
      for (int rank = 0; rank < ranks; rank++) {
        // A ghost may serve memory that this rank does not see.
        near &= any.progressIsAsynchronous(rank) && any.sharedQuery(rank).byteSize() > 0;
      }
      near = world.allReduce(near, Op.LAND);
    }
    for (boolean apart : new boolean[] {false, true}) {
      Info hints = new Info();
      hints.set("alloc_shared_noncontig", String.valueOf(apart));
      long bytes = me == 0 ? 0 : 8L * me;
      Window made;
      try {
        made = Window.allocateShared(world, bytes, 8, hints);
      } catch (UnsupportedFeatureException unsupported) {
        Check.that(!near, "ranks that see each other's memory share some: " + unsupported);
        continue;
      }
      try (Window window = made) {
        window.lockAll(Assertion.NO_CHECK);
        for (int i = 0; i < me; i++) {
          window.memory().setAtIndex(ValueLayout.JAVA_LONG, i, 100L * me + i);
        }
        window.sync();
        world.barrier();
        window.sync();
        for (int rank = 0; rank < ranks; rank++) {
          MemorySegment there = window.sharedQuery(rank);
          Check.equal(8L * rank, there.byteSize(), "size");
          Check.equal(8, window.sharedDisplacementUnit(rank), "unit");
          for (int i = 0; i < rank; i++) {
            Check.equal(100L * rank + i, there.getAtIndex(ValueLayout.JAVA_LONG, i), "stored");
          }
        }
        Check.equal(
            ranks == 1 ? 0L : 8L,
            window.sharedQuery(Ronsel.PROC_NULL).byteSize(),
            "the first that has any");
        if (!apart && ranks > 2) {
          Check.equal(
              window.sharedQuery(1).address() + 8, window.sharedQuery(2).address(), "one behind");
        }
        world.barrier();
        int to = (me + 1) % ranks;
        if (to > 0) {
          Check.equal(100L * to, window.fetchAndOp(1L, to, 0, Op.SUM), "operations as well");
        }
        window.unlockAll();
        world.barrier();
      }
    }
  }

  /** While the target makes no call at all, where nobody needs it to. */
  @Ranks(min = 2)
  static void theTargetTakesNoPartWhereItsMemoryIsSeen(Comm world) throws Exception {
    try (Window window = Window.allocate(world, Datatype.LONG, 2)) {
      boolean near = window.progressIsAsynchronous(0) || world.rank() == 0;
      if (!world.allReduce(near, Op.LAND)) {
        return;
      }
      int others = world.size() - 1;
      if (world.rank() == 0) {
        long deadline = System.nanoTime() + Check.LONG.toNanos();
        var word = ValueLayout.JAVA_LONG.varHandle();
        while ((long) word.getVolatile(window.memory(), 8L) < others) {
          Check.that(System.nanoTime() < deadline, "all others have come");
          Thread.onSpinWait();
          Thread.yield();
        }
      } else {
        window.lock(LockType.EXCLUSIVE, 0);
        window.accumulate(new long[] {world.rank()}, 0, 0, Op.SUM);
        window.unlock(0);
        window.lockAll();
        window.accumulate(new long[] {1}, 0, 1, Op.SUM);
        window.unlockAll();
      }
      world.barrier();
    }
  }

  static void aWindowIsClosedAlsoWhereACallbackThrows(Comm world) {
    AttributeKey<String> key =
        AttributeKey.of(
            "fails",
            (from, value) -> value,
            (from, value) -> {
              throw new IllegalStateException(value);
            });
    Window window = Window.allocate(world, Datatype.INT, 1);
    window.attribute(key, "not deleted");
    Check.throwsOfCallback("not deleted", window::close);
    Check.fails(ClosedException.class, null, () -> window.lockAll(), "closed");
    window.close();
  }

  static void attributesAreOfTheWindowUntilItIsClosed(Comm world) {
    AtomicReference<Object> deletedFrom = new AtomicReference<>();
    AttributeKey<String> key =
        AttributeKey.of("note", (from, value) -> value, (from, value) -> deletedFrom.set(from));
    Window window = Window.allocate(world, Datatype.INT, 1);
    window.attribute(key, "a");
    Check.equal("a", window.attribute(key), "the attribute");
    window.attribute(key, "b");
    Check.that(deletedFrom.getAndSet(null) == window, "deleted from the window when replaced");
    Check.that(window.removeAttribute(key), "there was one");
    Check.that(deletedFrom.getAndSet(null) == window, "deleted from the window when removed");
    window.attribute(key, "c");
    window.close();
    Check.that(deletedFrom.get() == window, "deleted from the window at its end");
    Check.fails(ClosedException.class, null, () -> window.attribute(key, "late"));
    Check.fails(ClosedException.class, null, () -> window.removeAttribute(key));
  }

  static void ranksThatMakeDifferentWindowsLearnOfIt(Comm world) {
    if (world.size() < 2) {
      return;
    }
    Window.Kind[] kinds = Window.Kind.values();
    for (Window.Kind first : kinds) {
      for (Window.Kind others : kinds) {
        if (first != others) {
          Window.Kind own = world.rank() == 0 ? first : others;
          Check.fails(
              InvalidArgumentException.class,
              ErrorClass.ARGUMENT,
              () -> make(world, own).close(),
              "makes a window of kind " + (own == first ? others : first) + ", not " + own);
        }
      }
    }
  }

  private static Window make(Comm world, Window.Kind kind) {
    return switch (kind) {
      case ALLOCATED -> Window.allocate(world, Datatype.INT, 1);
      case SHARED -> Window.allocateShared(world, Datatype.INT, 1);
      case CREATED -> Window.create(world, Datatype.INT, MemorySegment.ofArray(new int[1]));
      case DYNAMIC -> Window.createDynamic(world, new Info());
    };
  }
}
