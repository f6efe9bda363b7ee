package org.ronsel.harness;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.ronsel.Comm;
import org.ronsel.Datatype;
import org.ronsel.LockType;
import org.ronsel.Op;
import org.ronsel.Window;
import org.ronsel.Window.Assertion;
import org.ronsel.harness.SteadyCalls.Kind;
import org.ronsel.harness.SteadyCalls.Step;
import org.ronsel.requirements.Requires;

/** One-sided operations on memory that the origin sees allocate nothing. */
@Tag("allocation")
class OneSidedAllocationTest {
  private static final int RANKS = 2;
  private static final int LENGTH = 20_000;

  /** The compiler makes an array for each call that names no assertion. */
  private static final Assertion[] NONE = {};

  private static final List<Named<Kind>> KINDS =
      List.of(
          Named.of("put and get", OneSidedAllocationTest::putAndGet),
          Named.of("accumulates of few values", OneSidedAllocationTest::fewValues),
          Named.of("accumulates of many values", OneSidedAllocationTest::manyValues),
          Named.of("operators and types in turn", OneSidedAllocationTest::inTurn),
          Named.of("single values", OneSidedAllocationTest::singleValues),
          Named.of("exclusive and shared locks", OneSidedAllocationTest::locks),
          Named.of("locks of all", OneSidedAllocationTest::locksOfAll),
          Named.of("fences", OneSidedAllocationTest::fences));

  @BeforeAll
  static void needsSharedMemory() {
    Requires.sharedMemory();
  }

  private static Window window(Comm world) {
    return Window.allocate(world, Datatype.LONG, LENGTH);
  }

  private static Window locked(Comm world) {
    Window window = window(world);
    window.lockAll();
    return window;
  }

  private static Step putAndGet(Comm world) {
    Window window = locked(world);
    int to = 1 - world.rank();
    int self = world.rank();
    double[] values = new double[LENGTH];
    byte[] bytes = new byte[3];
    return () -> {
      window.put(values, 5, 1, to, 0);
      window.put(values, 0, LENGTH, to, 0);
      window.put(bytes, to, 0);
      window.put(values, 5, 100, self, 0);
      window.flushLocal(to);
      window.get(values, 5, 1, to, 0);
      window.get(values, 0, LENGTH, to, 0);
      window.get(bytes, to, 0);
      window.flush(to);
      window.flushAll();
    };
  }

  private static Step fewValues(Comm world) {
    Window window = locked(world);
    int to = 1 - world.rank();
    long[] values = new long[16];
    long[] old = new long[16];
    return () -> {
      window.accumulate(values, to, 0, Op.SUM);
      window.accumulate(values, 0, 1, to, 0, Op.SUM);
      window.getAccumulate(values, old, to, 0, Op.SUM);
      window.flush(to);
    };
  }

  private static Step manyValues(Comm world) {
    Window window = locked(world);
    int to = 1 - world.rank();
    double[] values = new double[LENGTH];
    double[] old = new double[LENGTH];
    return () -> {
      window.accumulate(values, to, 0, Op.SUM);
      window.getAccumulate(values, old, to, 0, Op.SUM);
      window.flush(to);
    };
  }

  private static Step inTurn(Comm world) {
    Window window = locked(world);
    int to = 1 - world.rank();
    long[] longs = new long[16];
    int[] ints = new int[16];
    double[] doubles = new double[16];
    return () -> {
      window.accumulate(longs, to, 0, Op.SUM);
      window.accumulate(longs, to, 0, Op.BOR);
      window.accumulate(ints, to, 0, Op.REPLACE);
      window.accumulate(doubles, to, 20, Op.MAX);
      window.flush(to);
    };
  }

  private static Step singleValues(Comm world) {
    Window window = locked(world);
    int to = 1 - world.rank();
    return () -> {
      long seen = window.fetchAndOp(3L, to, 0, Op.SUM);
      window.compareAndSwap(seen + 3, seen + 4, to, 0);
      window.compareAndSwap(1, 2, to, 1);
      window.fetchAndOp(1, to, 1, Op.SUM);
      window.fetchAndOp(0.5, to, 2, Op.NO_OP);
    };
  }

  private static Step locks(Comm world) {
    Window window = window(world);
    int to = 1 - world.rank();
    long[] values = new long[2];
    return () -> {
      window.lock(LockType.EXCLUSIVE, to, NONE);
      window.put(values, to, 0);
      window.unlock(to);
      window.lock(LockType.SHARED, to, NONE);
      window.get(values, to, 0);
      window.unlock(to);
    };
  }

  /** Often enough that the ranks get in each other's way in every round. */
  private static Step locksOfAll(Comm world) {
    Window window = window(world);
    long[] values = new long[2];
    return () -> {
      for (int i = 0; i < 100; i++) {
        window.lockAll(NONE);
        window.put(values, 0, 0);
        window.put(values, 1, 2);
        window.unlockAll();
      }
    };
  }

  /** Without other ranks: who parks because they are late makes a note of that. */
  private static Step fences(Comm world) {
    Window window = window(world.split(world.rank(), 0));
    long[] values = new long[2];
    window.fence();
    return () -> {
      window.put(values, 0, 0);
      window.fence(NONE);
    };
  }

  static List<Arguments> kinds() {
    List<Named<RankGroup.Placement>> placements =
        List.of(
            Named.of("threads", ThreadRanks::start), Named.of("processes", HostRanks::processes));
    List<Arguments> all = new ArrayList<>();
    for (Named<RankGroup.Placement> placement : placements) {
      for (Named<Kind> kind : KINDS) {
        all.add(Arguments.of(placement, kind));
      }
    }
    return all;
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void steadyCallsAllocateNothing(RankGroup.Placement placement, Kind kind) {
    SteadyCalls.allocateNothing(placement, RANKS, kind);
  }
}
