package org.ronsel.conformance;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.ronsel.Comm;
import org.ronsel.Datatype;
import org.ronsel.Group;
import org.ronsel.Info;
import org.ronsel.LockType;
import org.ronsel.Op;
import org.ronsel.Order;
import org.ronsel.Pairs;
import org.ronsel.Request;
import org.ronsel.Ronsel;
import org.ronsel.UntypedWindow;
import org.ronsel.Window;
import org.ronsel.Window.Assertion;

/** One-sided operations: kinds of windows, operations, synchronisation (MPI-4.1, chapter 12). */
final class WindowScenarios {
  /** Elements that ranks write for each other: one record, several, many. */
  private static final int[] LENGTHS = {1, 7, 900, 40_000};

  private WindowScenarios() {}

  /** Whose memory a window has: that of the kinds that have memory of one length on each rank. */
  private enum Memory {
    ALLOCATED,
    NATIVE,
    ARRAY,
    SHARED_BY_RONSEL
  }

  private static Window window(Comm world, Memory kind, Datatype<?> of, int count) {
    long bytes = of.extentBytes() * count;
    return switch (kind) {
      case ALLOCATED -> Window.allocate(world, of, count);
      case NATIVE -> Window.create(world, of, Arena.ofAuto().allocate(bytes, 8));
      case ARRAY ->
          Window.create(world, of, MemorySegment.ofArray(new long[(int) (bytes / 8 + 1)]));
      case SHARED_BY_RONSEL -> Window.create(world, of, Ronsel.allocate(bytes));
    };
  }

  private static double value(int from, int to, int i) {
    return from * 1e6 + to * 1e3 + i * 0.5;
  }

  private static double[] block(int from, int to, int length) {
    return IntStream.range(0, length).mapToDouble(i -> value(from, to, i)).toArray();
  }

  private static double[] doubles(MemorySegment memory, long first, int count) {
    double[] values = new double[count];
    MemorySegment.copy(
        memory, ValueLayout.JAVA_DOUBLE_UNALIGNED, first * Double.BYTES, values, 0, count);
    return values;
  }

  // ---- put and get ----

  static void whatIsPutIsThereAfterAFence(Comm world) {
    int me = world.rank();
    int ranks = world.size();
    for (Memory kind : Memory.values()) {
      for (int length : LENGTHS) {
        try (Window window = window(world, kind, Datatype.DOUBLE, ranks * length)) {
          window.fence(Assertion.NO_PRECEDE);
          for (int to = 0; to < ranks; to++) {
            double[] padded = new double[length + 3];
            System.arraycopy(block(me, to, length), 0, padded, 2, length);
            window.put(padded, 2, length, to, (long) me * length);
          }
          window.fence();
          for (int from = 0; from < ranks; from++) {
            Check.equal(
                block(from, me, length),
                doubles(window.memory(), (long) from * length, length),
                "put by " + from + ", kind " + kind);
          }
          window.fence(Assertion.NO_STORE);
          double[] got = new double[length];
          int at = (me + 1) % ranks;
          window.get(got, at, (long) me * length);
          window.fence(Assertion.NO_SUCCEED);
          Check.equal(block(me, at, length), got, "get, kind " + kind);
        }
      }
    }
  }

  static void displacementsCountTheUnitsOfTheTarget(Comm world) {
    int me = world.rank();
    int unit = 1 + me; // another one on each rank
    try (Window window = Window.allocate(world, 10L * unit, unit, new Info())) {
      Check.equal(unit, window.displacementUnit(), "unit");
      window.fence();
      int to = (me + 1) % world.size();
      window.put(new byte[] {(byte) me}, to, 9);
      window.fence();
      int from = (me + world.size() - 1) % world.size();
      byte found = window.memory().get(ValueLayout.JAVA_BYTE, 9L * unit);
      Check.equal((byte) from, found, "byte");
    }
  }

  static void ranksMayHaveNoMemory(Comm world) {
    long count = world.rank() == 0 ? 3 : 0;
    try (Window window = Window.allocate(world, Datatype.INT, count)) {
      window.lockAll();
      window.accumulate(new int[] {1, world.rank(), 5}, 0, 0, Op.SUM);
      window.unlockAll();
      world.barrier();
      if (world.rank() == 0) {
        int n = world.size();
        Check.equal(
            new int[] {n, n * (n - 1) / 2, 5 * n},
            window.memory().toArray(ValueLayout.JAVA_INT),
            "sums");
      }
    }
  }

  static void partsOfArraysInThreeDimensionsArePutAndGot(Comm world) {
    int me = world.rank();
    int to = (me + 1) % world.size();
    int from = (me + world.size() - 1) % world.size();
    int[] sizes = {6, 7, 9};
    Datatype<?> here =
        Datatype.subarray(
            sizes, new int[] {2, 3, 4}, new int[] {1, 2, 3}, Order.ROW_MAJOR, Datatype.DOUBLE);
    Datatype<?> there =
        Datatype.subarray(
            sizes, new int[] {4, 2, 3}, new int[] {2, 5, 0}, Order.ROW_MAJOR, Datatype.DOUBLE);
    double[] cube = block(me, to, 6 * 7 * 9);
    for (Memory kind : Memory.values()) {
      try (Window window = window(world, kind, Datatype.DOUBLE, cube.length)) {
        window.fence();
        window.put(cube, here, 0, 1, to, 0, there, 1);
        window.fence();
        double[] expected = new double[cube.length];
        double[] sent = block(from, me, cube.length);
        int[] source = places(sizes, new int[] {2, 3, 4}, new int[] {1, 2, 3});
        int[] target = places(sizes, new int[] {4, 2, 3}, new int[] {2, 5, 0});
        for (int i = 0; i < source.length; i++) {
          expected[target[i]] = sent[source[i]];
        }
        Check.equal(expected, doubles(window.memory(), 0, cube.length), "put, kind " + kind);
        double[] back = new double[cube.length];
        window.get(back, here, 0, 1, to, 0, there, 1);
        window.fence();
        for (int place : source) {
          Check.equal(cube[place], back[place], "got, kind " + kind);
        }
        window.accumulate(cube, here, 0, 1, to, 0, there, 1, Op.SUM);
        window.accumulate(cube, here, 0, 1, to, 0, there, 1, Op.SUM);
        window.fence();
        for (int i = 0; i < source.length; i++) {
          expected[target[i]] = 3 * sent[source[i]];
        }
        Check.equal(expected, doubles(window.memory(), 0, cube.length), "sums, kind " + kind);
      }
    }
  }

  /** The places of the elements of a part of an array in three dimensions. */
  private static int[] places(int[] sizes, int[] parts, int[] starts) {
    return IntStream.range(0, parts[0] * parts[1] * parts[2])
        .map(
            i -> {
              int z = i % parts[2];
              int y = i / parts[2] % parts[1];
              int x = i / parts[2] / parts[1];
              return ((x + starts[0]) * sizes[1] + y + starts[1]) * sizes[2] + z + starts[2];
            })
        .toArray();
  }

  static void longColumnsArePutAndAccumulated(Comm world) {
    int rows = 3000;
    int to = (world.rank() + 1) % world.size();
    Datatype<?> column = Datatype.vector(rows, 1, 5, Datatype.LONG);
    long[] values = IntStream.range(0, rows).mapToLong(i -> i * 7L).toArray();
    for (Memory kind : Memory.values()) {
      try (Window window = window(world, kind, Datatype.LONG, 5 * rows)) {
        window.fence();
        window.put(values, Datatype.LONG, 0, rows, to, 2, column, 1);
        window.fence();
        window.accumulate(values, Datatype.LONG, 0, rows, to, 2, column, 1, Op.MAX);
        window.accumulate(values, Datatype.LONG, 0, rows, to, 3, column, 1, Op.REPLACE);
        window.fence();
        for (int i = 0; i < rows; i++) {
          Check.equal(
              i * 7L,
              window.memory().get(ValueLayout.JAVA_LONG_UNALIGNED, 8L * (5 * i + 2)),
              "column 2, kind " + kind);
          Check.equal(
              i * 7L,
              window.memory().get(ValueLayout.JAVA_LONG_UNALIGNED, 8L * (5 * i + 3)),
              "column 3, kind " + kind);
        }
      }
    }
  }

  static void nobodyIsATarget(Comm world) {
    try (Window window = Window.allocate(world, Datatype.INT, 20)) {
      window.memory().set(ValueLayout.JAVA_INT, 0, world.rank());
      int[] ones = {1, 1, 1};
      window.fence();
      window.put(ones, Ronsel.PROC_NULL, 0);
      window.put(ones, Ronsel.PROC_NULL, 17);
      window.get(ones, Ronsel.PROC_NULL, 17);
      window.accumulate(ones, Ronsel.PROC_NULL, 0, Op.SUM);
      window.accumulate(ones, Ronsel.PROC_NULL, 17, Op.SUM);
      window.rPut(ones, 0, 3, Ronsel.PROC_NULL, 17).await();
      window.fence();
      window.lock(LockType.SHARED, Ronsel.PROC_NULL);
      window.unlock(Ronsel.PROC_NULL);
      Check.equal(new int[] {1, 1, 1}, ones, "what was got from nobody");
      Check.equal(
          world.rank(), window.memory().get(ValueLayout.JAVA_INT, 0), "what nobody was sent");
    }
  }

  static void onlyThePlacesOfDataMatterAtATarget(Comm world) {
    int to = (world.rank() + 1) % world.size();
    int[] ones = {1, 1, 1};
    Datatype<?> before = Datatype.hindexed(new int[] {1}, new long[] {-16}, Datatype.INT);
    Datatype<?> empty = Datatype.contiguous(0, Datatype.INT);
    Datatype<?> none = Datatype.struct(new long[0], new long[0], new Datatype<?>[0]);
    try (Window window = Window.allocate(world, Datatype.INT, 4)) {
      UntypedWindow untyped = window.untyped();
      window.fence();
      untyped.put(ones, Datatype.INT, 0, 1, to, 7, before, 1);
      untyped.put(ones, Datatype.INT, 0, 0, to, 1000, Datatype.INT, 0);
      untyped.get(ones, Datatype.INT, 0, 0, to, 1000, empty, 5);
      for (Datatype<?> type : List.of(empty, none)) {
        untyped.accumulate(ones, Datatype.INT, 0, 0, to, 0, type, 1, Op.SUM);
        untyped.accumulate(ones, type, 0, 2, to, 9, type, 2, Op.MAXLOC);
        untyped.getAccumulate(ones, type, 0, 1, ones, type, 0, 1, to, 0, type, 1, Op.BAND);
      }
      window.fence();
      int[] there = window.memory().toArray(ValueLayout.JAVA_INT);
      Check.equal(new int[] {0, 0, 0, 1}, there, "what was put");
      Check.equal(new int[] {1, 1, 1}, ones, "what was got");
    }
  }

  // ---- accumulates ----

  static void everyOperatorCombinesEveryType(Comm world) {
    int me = world.rank();
    int ranks = world.size();
    for (Memory kind : Memory.values()) {
      try (Window window = window(world, kind, Datatype.LONG, 64)) {
        window.fence();
        window.accumulate(new byte[] {(byte) (1 << me % 8)}, 0, 0, Op.BXOR);
        window.accumulate(new short[] {(short) me}, 0, 1, Op.MAX);
        window.accumulate(new char[] {(char) (me + 5)}, 0, 2, Op.SUM);
        window.accumulate(new boolean[] {true, false}, 0, 3, Op.LOR);
        window.accumulate(new int[] {me, -me}, 0, 4, Op.MIN);
        window.accumulate(new long[] {1L << 33}, 0, 5, Op.SUM);
        window.accumulate(new float[] {me + 0.5f}, 0, 6, Op.MAX);
        window.accumulate(new double[] {0.25}, 0, 7, Op.SUM);
        window.accumulate(new int[] {7}, 0, 8, Op.BOR);
        window.accumulate(new int[] {me * 10, me}, 0, 9, Op.MAXLOC);
        window.fence();
        if (me == 0) {
          MemorySegment memory = window.memory();
          int xor = IntStream.range(0, ranks).map(r -> 1 << r % 8).reduce(0, (a, b) -> a ^ b);
          Check.equal(
              (byte) xor, memory.get(ValueLayout.JAVA_BYTE, 0), "BXOR of bytes, kind " + kind);
          Check.equal(
              (short) (ranks - 1),
              memory.get(ValueLayout.JAVA_SHORT_UNALIGNED, 8),
              "MAX of shorts, kind " + kind);
          int sum = IntStream.range(0, ranks).map(r -> r + 5).sum();
          Check.equal(
              (char) sum,
              memory.get(ValueLayout.JAVA_CHAR_UNALIGNED, 16),
              "SUM of chars, kind " + kind);
          Check.equal((byte) 1, memory.get(ValueLayout.JAVA_BYTE, 24), "LOR, kind " + kind);
          Check.equal(
              (byte) 0, memory.get(ValueLayout.JAVA_BYTE, 25), "LOR of false, kind " + kind);
          Check.equal(
              1 - ranks,
              memory.get(ValueLayout.JAVA_INT_UNALIGNED, 36),
              "MIN of ints, kind " + kind);
          Check.equal(
              ranks * (1L << 33),
              memory.get(ValueLayout.JAVA_LONG_UNALIGNED, 40),
              "SUM of longs, kind " + kind);
          Check.equal(
              ranks - 0.5f,
              memory.get(ValueLayout.JAVA_FLOAT_UNALIGNED, 48),
              "MAX of floats, kind " + kind);
          Check.equal(
              ranks * 0.25,
              memory.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, 56),
              "SUM of doubles, kind " + kind);
          Check.equal(7, memory.get(ValueLayout.JAVA_INT_UNALIGNED, 64), "BOR, kind " + kind);
          Check.equal(
              (ranks - 1) * 10,
              memory.get(ValueLayout.JAVA_INT_UNALIGNED, 72),
              "MAXLOC value, kind " + kind);
          Check.equal(
              ranks - 1,
              memory.get(ValueLayout.JAVA_INT_UNALIGNED, 76),
              "MAXLOC place, kind " + kind);
        }
      }
    }
  }

  static void pairsOfTwoTypesAreCombined(Comm world) {
    int me = world.rank();
    Datatype<Pairs.DoubleInt> type = Datatype.DOUBLE_INT;
    for (Memory kind : Memory.values()) {
      try (Window window = window(world, kind, type, 3);
          Arena arena = Arena.ofShared()) {
        MemorySegment own = arena.allocate(type.layout(), 2);
        type.set(own, 0, new Pairs.DoubleInt(me * 1.5, me));
        type.set(own, 1, new Pairs.DoubleInt(-me, me));
        window.fence();
        window.accumulate(own, type, 0, 2, 0, 1, Op.MAXLOC);
        window.fence();
        if (me == 0) {
          int last = world.size() - 1;
          MemorySegment memory = window.memory();
          Check.equal(
              new Pairs.DoubleInt(last * 1.5, last), type.get(memory, 1), "greatest, kind " + kind);
          Check.equal(new Pairs.DoubleInt(0, 0), type.get(memory, 2), "least, kind " + kind);
        }
      }
    }
  }

  static void accumulatesOfAllRanksAreAtomic(Comm world) {
    int times = 100;
    int ranks = world.size();
    for (Memory kind : Memory.values()) {
      try (Window window = window(world, kind, Datatype.LONG, 40)) {
        window.lockAll();
        double[] ones = new double[11];
        Arrays.fill(ones, 1);
        for (int i = 0; i < times; i++) {
          for (int to = 0; to < ranks; to++) {
            window.accumulate(ones, to, 0, Op.SUM);
            window.accumulate(new long[] {3, 4}, to, 11, Op.SUM);
            window.accumulate(new byte[] {1, 1, 1}, to, 20, Op.SUM);
          }
        }
        window.unlockAll();
        world.barrier();
        double[] sums = new double[11];
        Arrays.fill(sums, ranks * times);
        Check.equal(sums, doubles(window.memory(), 0, 11), "doubles, kind " + kind);
        Check.equal(
            3L * ranks * times,
            window.memory().get(ValueLayout.JAVA_LONG_UNALIGNED, 88),
            "longs, kind " + kind);
        Check.equal(
            (byte) (ranks * times),
            window.memory().get(ValueLayout.JAVA_BYTE, 162),
            "bytes, kind " + kind);
      }
    }
  }

  static void accumulatesOfOneRankKeepTheirOrder(Comm world) {
    int to = (world.rank() + 1) % world.size();
    for (Memory kind : Memory.values()) {
      try (Window window = window(world, kind, Datatype.INT, 2000)) {
        window.lock(LockType.EXCLUSIVE, to);
        int[] values = new int[2000];
        for (int i = 1; i <= 20; i++) {
          Arrays.fill(values, i);
          window.accumulate(values, to, 0, i % 2 == 0 ? Op.SUM : Op.REPLACE);
          window.flushLocal(to);
        }
        window.unlock(to);
        world.barrier();
        int[] found = window.memory().asSlice(0, 8000).toArray(ValueLayout.JAVA_INT_UNALIGNED);
        Arrays.fill(values, 19 + 20);
        Check.equal(values, found, "kind " + kind);
      }
    }
  }

  static void aShortAccumulateDoesNotOvertakeALongOne(Comm world) {
    int to = (world.rank() + 1) % world.size();
    int last = 1999;
    for (Memory kind : Memory.values()) {
      try (Window window = window(world, kind, Datatype.INT, last + 1)) {
        window.lock(LockType.EXCLUSIVE, to);
        int[] values = new int[last + 1];
        Arrays.fill(values, 7);
        window.accumulate(values, to, 0, Op.REPLACE);
        Check.equal(7, window.fetchAndOp(3, to, last, Op.SUM), "fetched, kind " + kind);
        window.accumulate(values, to, 0, Op.SUM);
        Check.equal(17, window.compareAndSwap(17, 2, to, last), "swapped, kind " + kind);
        window.accumulate(values, to, 0, Op.MAX);
        window.accumulate(new int[] {9}, to, last, Op.SUM);
        window.unlock(to);
        world.barrier();
        int found = window.memory().get(ValueLayout.JAVA_INT_UNALIGNED, 4L * last);
        Check.equal(16, found, "kind " + kind);
        world.barrier();
      }
    }
  }

  static void getAccumulateFetchesWhatWasThere(Comm world) {
    int me = world.rank();
    int to = (me + 1) % world.size();
    for (Memory kind : Memory.values()) {
      try (Window window = window(world, kind, Datatype.DOUBLE, 5000)) {
        window.lockAll();
        double[] first = block(me, to, 5000);
        double[] old = new double[5001];
        window.getAccumulate(first, 0, old, 1, 5000, to, 0, Op.REPLACE);
        window.flush(to);
        Check.equal(new double[5001], old, "zeros, kind " + kind);
        window.getAccumulate(first, 0, old, 1, 5000, to, 0, Op.SUM);
        window.flush(to);
        Check.equal(first, Arrays.copyOfRange(old, 1, 5001), "what was put, kind " + kind);
        double[] read = new double[5000];
        window.getAccumulate(new double[5000], read, to, 0, Op.NO_OP);
        window.flushAll();
        Check.equal(Arrays.stream(first).map(x -> 2 * x).toArray(), read, "sums, kind " + kind);
        window.unlockAll();
        world.barrier();
      }
    }
  }

  /** An INT and a DOUBLE, so many times, at distances that do not repeat. */
  private static Datatype<?> unlikeBlocks(int pairs) {
    int[] lengths = new int[2 * pairs];
    long[] places = new long[2 * pairs];
    Datatype<?>[] types = new Datatype<?>[2 * pairs];
    long at = 0;
    for (int i = 0; i < 2 * pairs; i++) {
      lengths[i] = 1;
      places[i] = at;
      types[i] = i % 2 == 0 ? Datatype.INT : Datatype.DOUBLE;
      at += 16 + 8 * (i * i % 7);
    }
    return Datatype.struct(lengths, places, types);
  }

  /** Also those whose description is longer than their data. */
  static void elementsOfManyUnlikeBlocksAreReplacedAndFetched(Comm world) {
    int me = world.rank();
    int to = (me + 1) % world.size();
    int from = (me + world.size() - 1) % world.size();
    int count = 3;
    for (int pairs : new int[] {3, 100, 600}) {
      Datatype<?> type = unlikeBlocks(pairs);
      try (Window window = Window.createDynamic(world, new Info())) {
        int bytes = (int) (count * type.extentBytes());
        MemorySegment memory = Arena.ofAuto().allocate(bytes, 8);
        long[] all = new long[world.size()];
        world.allGather(new long[] {window.attach(memory)}, all);
        byte[] ones = new byte[bytes];
        Arrays.fill(ones, (byte) 1);
        byte[] places = new byte[bytes]; // 1 in the blocks, 0 between them
        world.untyped().sendReceive(ones, type, 0, count, me, 0, places, type, 0, count, me, 0);
        byte[] mine = new byte[bytes];
        Arrays.fill(mine, (byte) (me + 1));
        byte[] old = new byte[bytes];
        byte[] read = new byte[bytes];

        window.lockAll();
        window.untyped().accumulate(ones, type, 0, count, to, all[to], type, count, Op.REPLACE);
        fetch(window, mine, old, type, count, to, all[to], Op.REPLACE);
        fetch(window, null, read, type, count, to, all[to], Op.NO_OP);
        window.unlockAll();
        world.barrier();

        Check.equal(places, old, "what accumulate has written, of " + pairs + " pairs");
        Check.equal(times(places, me + 1), read, "what is read, of " + pairs + " pairs");
        byte[] found = memory.toArray(ValueLayout.JAVA_BYTE);
        Check.equal(times(places, from + 1), found, "what is there, of " + pairs + " pairs");
      }
    }
  }

  private static void fetch(
      Window window,
      byte[] operands,
      byte[] result,
      Datatype<?> type,
      int count,
      int to,
      long at,
      Op op) {
    window
        .untyped()
        .getAccumulate(operands, type, 0, count, result, type, 0, count, to, at, type, count, op);
  }

  private static byte[] times(byte[] values, int factor) {
    byte[] all = new byte[values.length];
    for (int i = 0; i < all.length; i++) {
      all[i] = (byte) (factor * values[i]);
    }
    return all;
  }

  static void everyRankGetsAnotherTicket(Comm world) {
    int times = 30;
    for (Memory kind : Memory.values()) {
      try (Window window = window(world, kind, Datatype.LONG, 2)) {
        window.lockAll();
        long last = -1;
        for (int i = 0; i < times; i++) {
          long ticket = window.fetchAndOp(1L, 0, 0, Op.SUM);
          Check.that(ticket > last, "tickets grow, kind " + kind);
          last = ticket;
          long seen = window.fetchAndOp(0L, 0, 1, Op.NO_OP);
          while (true) {
            long was = window.compareAndSwap(seen, seen + 2, 0, 1);
            if (was == seen) {
              break;
            }
            seen = was;
          }
        }
        window.unlockAll();
        world.barrier();
        if (world.rank() == 0) {
          long all = (long) times * world.size();
          Check.equal(
              all,
              window.memory().get(ValueLayout.JAVA_LONG_UNALIGNED, 0),
              "tickets, kind " + kind);
          Check.equal(
              2 * all,
              window.memory().get(ValueLayout.JAVA_LONG_UNALIGNED, 8),
              "swaps, kind " + kind);
        }
      }
    }
  }

  static void singleValuesOfEveryWidthAreSwapped(Comm world) {
    int to = (world.rank() + 1) % world.size();
    for (Memory kind : Memory.values()) {
      try (Window window = window(world, kind, Datatype.LONG, 8)) {
        window.lock(LockType.EXCLUSIVE, to);
        byte[] b = {0};
        window
            .untyped()
            .compareAndSwap(new byte[] {-3}, 0, new byte[] {0}, 0, b, 0, Datatype.BYTE, to, 0);
        Check.equal((byte) 0, b[0], "byte, kind " + kind);
        window
            .untyped()
            .compareAndSwap(new byte[] {4}, 0, new byte[] {1}, 0, b, 0, Datatype.BYTE, to, 0);
        Check.equal((byte) -3, b[0], "byte that is another, kind " + kind);
        char[] c = {7};
        window
            .untyped()
            .compareAndSwap(new char[] {0xfffe}, 0, new char[] {0}, 0, c, 0, Datatype.CHAR, to, 1);
        window
            .untyped()
            .compareAndSwap(new char[] {3}, 0, new char[] {0xfffe}, 0, c, 0, Datatype.CHAR, to, 1);
        Check.equal((char) 0xfffe, c[0], "char, kind " + kind);
        Check.equal(0, window.compareAndSwap(0, 9, to, 2), "int, kind " + kind);
        Check.equal(9, window.compareAndSwap(0, 8, to, 2), "int that is another, kind " + kind);
        Check.equal(0.0, window.fetchAndOp(2.5, to, 3, Op.SUM), "double, kind " + kind);
        Check.equal(2.5, window.fetchAndOp(1.0, to, 3, Op.MAX), "sum of doubles, kind " + kind);
        Check.equal(0f, window.fetchAndOp(2.5f, to, 4, Op.REPLACE), "float, kind " + kind);
        short[] s = {1};
        window.untyped().fetchAndOp(new short[] {6}, 0, s, 0, Datatype.SHORT, to, 5, Op.SUM);
        window.flush(to);
        Check.equal((short) 0, s[0], "short, kind " + kind);
        window.untyped().fetchAndOp(null, 0, s, 0, Datatype.SHORT, to, 5, Op.NO_OP);
        window.flush(to);
        Check.equal((short) 6, s[0], "short read, kind " + kind);
        window.unlock(to);
        world.barrier();
      }
    }
  }

  // ---- requests ----

  static void requestsCompleteByThemselves(Comm world) {
    int to = (world.rank() + 1) % world.size();
    for (Memory kind : Memory.values()) {
      for (int length : LENGTHS) {
        try (Window window = window(world, kind, Datatype.INT, length)) {
          window.lockAll();
          int[] values = IntStream.range(0, length).map(i -> i * 3).toArray();
          Request put = window.rPut(values, 0, length, to, 0);
          put.await();
          Arrays.fill(values, 1); // it is complete here
          window.flush(to);
          int[] got = new int[length];
          window.rGet(got, 0, length, to, 0).await();
          Check.equal(
              IntStream.range(0, length).map(i -> i * 3).toArray(), got, "got, kind " + kind);
          window.rAccumulate(values, 0, length, to, 0, Op.SUM).await();
          window.flush(to);
          Request[] both = {
            window.rGetAccumulate(values, 0, got, 0, length, to, 0, Op.PROD),
            window.rGet(new int[1], 0, 1, to, 0)
          };
          Request.awaitAll(both);
          Check.equal(
              IntStream.range(0, length).map(i -> i * 3 + 1).toArray(),
              got,
              "what was there, kind " + kind);
          window.unlockAll();
          world.barrier();
        }
      }
    }
  }

  // ---- synchronisation ----

  static void ranksPostForTheirNeighbors(Comm world) {
    int me = world.rank();
    int ranks = world.size();
    Group right = world.group().include((me + 1) % ranks);
    Group left = world.group().include((me + ranks - 1) % ranks);
    for (Memory kind : Memory.values()) {
      try (Window window = window(world, kind, Datatype.INT, 3)) {
        for (int round = 0; round < 10; round++) {
          window.post(left);
          window.start(right);
          window.put(new int[] {me + round, round}, (me + 1) % ranks, 1);
          window.complete();
          if (round % 2 == 0) {
            window.await();
          } else {
            while (!window.test()) {
              Thread.onSpinWait();
            }
          }
          int from = (me + ranks - 1) % ranks;
          Check.equal(
              from + round,
              window.memory().get(ValueLayout.JAVA_INT_UNALIGNED, 4),
              "put by the left one, kind " + kind);
        }
        world.barrier();
        // All have posted when the barrier is over, so nobody need ask.
        window.post(left, Assertion.NO_CHECK);
        world.barrier();
        window.start(right, Assertion.NO_CHECK);
        window.accumulate(new int[] {5}, (me + 1) % ranks, 0, Op.SUM);
        window.complete();
        window.await();
        Check.equal(
            5, window.memory().get(ValueLayout.JAVA_INT_UNALIGNED, 0), "accumulated, kind " + kind);
      }
    }
  }

  static void anExclusiveLockKeepsOthersAway(Comm world) {
    int times = 40;
    for (Memory kind : Memory.values()) {
      try (Window window = window(world, kind, Datatype.LONG, 2)) {
        long[] both = new long[2];
        for (int i = 0; i < times; i++) {
          if (i % 8 == 7) {
            window.lock(LockType.SHARED, 0);
            window.get(both, 0, 0);
            window.unlock(0);
            Check.equal(both[0], both[1], "both are equal while nobody writes, kind " + kind);
            continue;
          }
          window.lock(LockType.EXCLUSIVE, 0);
          window.get(both, 0, 0);
          window.flush(0);
          Check.equal(both[0], both[1], "both are equal, kind " + kind);
          both[0]++;
          window.put(both, 0, 1, 0, 0);
          window.flush(0);
          both[1]++;
          window.put(both, 1, 1, 0, 1);
          window.unlock(0);
        }
        world.barrier();
        if (world.rank() == 0) {
          long all = (long) world.size() * times * 7 / 8;
          Check.equal(
              all, window.memory().get(ValueLayout.JAVA_LONG_UNALIGNED, 0), "count, kind " + kind);
        }
        world.barrier();
      }
    }
  }

  static void locksOfAllKindsKeepWordsEqual(Comm world) {
    RandomLocks.run(world, 3, 25);
  }

  @Ranks(min = 2)
  static void aLockOfAllWaitsForAnExclusiveOne(Comm world) {
    try (Window window = Window.allocate(world, Datatype.INT, 1)) {
      if (world.rank() == 0) {
        window.lock(LockType.EXCLUSIVE, 1);
        world.barrier();
        window.put(new int[] {1}, 1, 0);
        window.flush(1);
        Check.equal(1, window.fetchAndOp(2, 1, 0, Op.REPLACE), "nobody came between");
        window.unlock(1);
      } else {
        world.barrier();
        window.lockAll();
        Check.equal(2, window.fetchAndOp(0, 1, 0, Op.NO_OP), "when the lock is given back");
        window.unlockAll();
      }
      world.barrier();
    }
  }

  static void aRankLocksItsOwnMemory(Comm world) {
    int me = world.rank();
    try (Window window = Window.allocate(world, Datatype.INT, 1)) {
      for (int i = 0; i < 20; i++) {
        window.lock(LockType.EXCLUSIVE, me);
        int was = window.memory().get(ValueLayout.JAVA_INT, 0);
        window.memory().set(ValueLayout.JAVA_INT, 0, was + 1);
        window.unlock(me);
        int to = (me + 1) % world.size();
        window.lock(LockType.EXCLUSIVE, to);
        int[] there = new int[1];
        window.get(there, to, 0);
        window.flush(to);
        there[0]++;
        window.put(there, to, 0);
        window.unlock(to);
      }
      world.barrier();
      Check.equal(40, window.memory().get(ValueLayout.JAVA_INT, 0), "nothing is lost");
    }
  }

  static void severalWindowsAreInDifferentEpochs(Comm world) {
    int to = (world.rank() + 1) % world.size();
    try (Window fenced = Window.allocate(world, Datatype.INT, 1);
        Window locked = Window.allocate(world, Datatype.INT, 1)) {
      fenced.fence();
      fenced.put(new int[] {1}, to, 0);
      locked.lockAll();
      locked.accumulate(new int[] {2}, to, 0, Op.SUM);
      fenced.fence();
      locked.accumulate(new int[] {3}, to, 0, Op.SUM);
      fenced.accumulate(new int[] {4}, to, 0, Op.SUM);
      locked.unlockAll();
      fenced.fence();
      Check.equal(5, fenced.memory().get(ValueLayout.JAVA_INT, 0), "between fences");
      world.barrier();
      Check.equal(5, locked.memory().get(ValueLayout.JAVA_INT, 0), "with locks");
    }
  }

  // ---- other kinds of windows ----

  static void memoryIsAttachedAndDetached(Comm world) {
    int me = world.rank();
    int to = (me + 1) % world.size();
    try (Window window = Window.createDynamic(world, new Info())) {
      Check.equal(Window.Kind.DYNAMIC, window.kind(), "kind");
      MemorySegment first = Arena.ofAuto().allocate(800, 8);
      MemorySegment second = MemorySegment.ofArray(new double[100]);
      long[] own = {window.attach(first), window.attach(second)};
      long[] all = new long[2 * world.size()];
      world.allGather(own, all);
      window.lockAll();
      window.put(block(me, to, 100), to, all[2 * to]);
      window.accumulate(block(me, to, 99), to, all[2 * to + 1] + 8, Op.SUM);
      double[] back = new double[50];
      window.flush(to);
      window.get(back, to, all[2 * to] + 8 * 50);
      window.flush(to);
      Check.equal(Arrays.copyOfRange(block(me, to, 100), 50, 100), back, "got");
      window.unlockAll();
      world.barrier();
      int from = (me + world.size() - 1) % world.size();
      Check.equal(block(from, me, 100), doubles(first, 0, 100), "put");
      Check.equal(block(from, me, 99), doubles(second, 1, 99), "accumulated");
      window.detach(first);
      long again = window.attach(first);
      Check.that(again != own[0], "addresses are not used again");
      window.detach(second);
      world.barrier();
    }
  }

  static void anOperationReachesSeveralAttachedSegments(Comm world) {
    int me = world.rank();
    int to = (me + 1) % world.size();
    int from = (me + world.size() - 1) % world.size();
    int half = 1500; // several records, one of which is for both
    int count = 2 * half;
    try (Window window = Window.createDynamic(world, new Info())) {
      MemorySegment first = Arena.ofAuto().allocate(Double.BYTES * half, 8);
      MemorySegment second = MemorySegment.ofArray(new double[half]);
      long[] all = new long[2 * world.size()];
      world.allGather(new long[] {window.attach(first), window.attach(second)}, all);
      long at = all[2 * to];
      Datatype<?> both =
          Datatype.hindexed(
              new int[] {half, half}, new long[] {0, all[2 * to + 1] - at}, Datatype.DOUBLE);
      double[] sent = block(me, to, count);
      double[] back = new double[count];
      double[] old = new double[count];
      UntypedWindow untyped = window.untyped();
      window.lockAll();
      untyped.put(sent, Datatype.DOUBLE, 0, count, to, at, both, 1);
      window.flush(to);
      untyped.get(back, Datatype.DOUBLE, 0, count, to, at, both, 1);
      window.flush(to);
      Check.equal(sent, back, "got");
      untyped.getAccumulate(
          sent, Datatype.DOUBLE, 0, count, old, Datatype.DOUBLE, 0, count, to, at, both, 1, Op.SUM);
      window.unlockAll();
      Check.equal(sent, old, "fetched");
      world.barrier();
      double[] twice = Arrays.stream(block(from, me, count)).map(each -> 2 * each).toArray();
      Check.equal(Arrays.copyOf(twice, half), doubles(first, 0, half), "in the first");
      Check.equal(Arrays.copyOfRange(twice, half, count), doubles(second, 0, half), "in both");
      world.barrier();
    }
  }

  static void manyWindowsComeAndGo(Comm world) {
    int to = (world.rank() + 1) % world.size();
    for (int i = 0; i < 60; i++) {
      int count = 1 + i % 7 * 9000;
      try (Window window = Window.allocate(world, Datatype.INT, count)) {
        Check.equal(0, window.memory().get(ValueLayout.JAVA_INT, 4L * count - 4), "zeros");
        window.fence();
        window.put(new int[] {i}, to, count - 1);
        window.fence();
        Check.equal(i, window.memory().get(ValueLayout.JAVA_INT, 4L * count - 4), "put");
      }
    }
  }
}
