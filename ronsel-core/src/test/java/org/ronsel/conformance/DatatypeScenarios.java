package org.ronsel.conformance;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.Arrays;
import org.ronsel.Comm;
import org.ronsel.Datatype;
import org.ronsel.ErrorClass;
import org.ronsel.Request;
import org.ronsel.RonselException;
import org.ronsel.SendMode;
import org.ronsel.Status;
import org.ronsel.TruncationException;
import org.ronsel.TypeMismatchException;

/** Messages whose data lie apart in memory: gathered and scattered on their way. */
final class DatatypeScenarios {
  /** Rows of a matrix; a column of this many values takes every protocol in turn. */
  private static final int[] ROWS = {1, 2, 100, 1500, 12_000, 45_000, 160_000};

  private static final int COLUMNS = 3;
  private static final double UNTOUCHED = -1;

  private DatatypeScenarios() {}

  private static int next(Comm world) {
    return (world.rank() + 1) % world.size();
  }

  private static int previous(Comm world) {
    return (world.rank() + world.size() - 1) % world.size();
  }

  private static Datatype<?> column(int rows) {
    return Datatype.vector(rows, 1, COLUMNS, Datatype.DOUBLE);
  }

  private static MemorySegment matrix(Arena arena, int rows, boolean onHeap) {
    long values = (long) rows * COLUMNS;
    return onHeap
        ? MemorySegment.ofArray(new double[(int) values])
        : arena.allocate(ValueLayout.JAVA_DOUBLE, values);
  }

  private static double at(MemorySegment matrix, int row, int column) {
    return matrix.getAtIndex(ValueLayout.JAVA_DOUBLE_UNALIGNED, (long) row * COLUMNS + column);
  }

  private static void fill(MemorySegment matrix, double value, double step) {
    for (long i = 0; i < matrix.byteSize() / 8; i++) {
      matrix.setAtIndex(ValueLayout.JAVA_DOUBLE_UNALIGNED, i, value + i * step);
    }
  }

  private static void checkColumn(MemorySegment in, int rows, int into, MemorySegment out) {
    for (int row = 0; row < rows; row++) {
      for (int column = 0; column < COLUMNS; column++) {
        double expected = column == into ? at(out, row, 1) : UNTOUCHED;
        if (at(in, row, column) != expected) {
          Check.equal(expected, at(in, row, column), rows + " rows: " + row + ", " + column);
        }
      }
    }
  }

  static void aColumnGoesToAnotherColumn(Comm world) {
    for (int rows : ROWS) {
      for (boolean onHeap : new boolean[] {false, true}) {
        try (Arena arena = Arena.ofShared()) {
          MemorySegment out = matrix(arena, rows, onHeap);
          MemorySegment in = matrix(arena, rows, onHeap);
          fill(out, world.rank(), 1);
          MemorySegment expected = matrix(arena, rows, true);
          fill(expected, previous(world), 1);
          for (boolean synchronous : new boolean[] {false, true}) {
            fill(in, UNTOUCHED, 0);
            Request receive = world.iReceive(in, column(rows), 16, 1, previous(world), 1);
            Request send =
                synchronous
                    ? world.iSendSynchronous(out, column(rows), 8, 1, next(world), 1)
                    : world.iSend(out, column(rows), 8, 1, next(world), 1);
            Status status = receive.await();
            Check.equal(8L * rows, status.bytes(), "bytes of the column");
            send.await();
            checkColumn(in, rows, 2, expected);
            Together.barrier(world);
          }
          fill(in, UNTOUCHED, 0);
          Request receive = world.iReceive(in, column(rows), 0, 1, previous(world), 1);
          world.send(out, column(rows), 8, 1, next(world), 1);
          receive.await();
          checkColumn(in, rows, 0, expected);
        }
        Together.barrier(world);
      }
    }
  }

  static void aColumnGoesToDenseMemoryAndBack(Comm world) {
    for (int rows : ROWS) {
      try (Arena arena = Arena.ofShared()) {
        MemorySegment out = matrix(arena, rows, false);
        MemorySegment in = matrix(arena, rows, true);
        fill(out, world.rank(), 1);
        fill(in, UNTOUCHED, 0);
        double[] dense = new double[rows];
        Request receive = world.iReceive(dense, previous(world), 1);
        world.send(out, column(rows), 8, 1, next(world), 1);
        receive.await();
        for (int row = 0; row < rows; row++) {
          double expected = previous(world) + 1 + (double) row * COLUMNS;
          if (dense[row] != expected) {
            Check.equal(expected, dense[row], rows + " rows: " + row);
          }
        }
        MemorySegment natively = arena.allocate(8L * rows);
        natively.copyFrom(MemorySegment.ofArray(dense));
        receive = world.iReceive(in, column(rows), 16, 1, next(world), 2);
        world.send(natively, Datatype.DOUBLE, rows, previous(world), 2);
        receive.await();
        checkColumn(in, rows, 2, out);
      }
      Together.barrier(world);
    }
  }

  static void columnsSentBeforeTheirReceivesAreCopiedInTime(Comm world) {
    int rows = 5000;
    try (Arena arena = Arena.ofShared()) {
      MemorySegment out = matrix(arena, rows, false);
      MemorySegment in = matrix(arena, rows, false);
      MemorySegment expected = matrix(arena, rows, true);
      fill(out, world.rank(), 1);
      fill(expected, previous(world), 1);
      fill(in, UNTOUCHED, 0);
      Request send = world.iSend(out, column(rows), 8, 1, next(world), 1);
      world.iReceive(in, column(rows), 8, 1, previous(world), 1).await();
      send.await();
      checkColumn(in, rows, 1, expected);
      if (world.size() > 1) {
        // Standard mode blocks only if it must: everybody sends first.
        world.send(out, column(rows), 8, 1, next(world), 2);
        fill(out, UNTOUCHED, 0);
        world.receive(in, column(rows), 16, 1, previous(world), 2);
        for (int row = 0; row < rows; row++) {
          Check.equal(at(expected, row, 1), at(in, row, 2), "row " + row);
        }
      }
    }
    Together.barrier(world);
  }

  static void confinedColumnsAreTouchedByTheirThreadAlone(Comm world) {
    for (int rows : new int[] {5, 2000, 100_000}) {
      try (Arena confined = Arena.ofConfined();
          Arena arena = Arena.ofShared()) {
        MemorySegment out = matrix(confined, rows, false);
        MemorySegment in = matrix(confined, rows, false);
        MemorySegment expected = matrix(arena, rows, true);
        fill(out, world.rank(), 1);
        fill(expected, previous(world), 1);
        fill(in, UNTOUCHED, 0);
        Request receive = world.iReceive(in, column(rows), 0, 1, previous(world), 1);
        Request send = world.iSend(out, column(rows), 8, 1, next(world), 1);
        receive.await();
        send.await();
        checkColumn(in, rows, 0, expected);
      }
      Together.barrier(world);
    }
  }

  static void structsTravelWithoutTheirGaps(Comm world) {
    Datatype<?> type =
        Datatype.struct(new int[] {1, 2}, new long[] {0, 8}, Datatype.INT, Datatype.DOUBLE);
    for (int count : new int[] {1, 10, 1000, 30_000}) {
      MemorySegment out = MemorySegment.ofArray(new byte[count * 24]);
      MemorySegment in = MemorySegment.ofArray(new byte[count * 24]);
      for (int i = 0; i < count; i++) {
        out.set(ValueLayout.JAVA_INT_UNALIGNED, i * 24L, i);
        out.set(ValueLayout.JAVA_INT_UNALIGNED, i * 24L + 4, -1);
        out.set(ValueLayout.JAVA_DOUBLE_UNALIGNED, i * 24L + 8, i + 0.5);
        out.set(ValueLayout.JAVA_DOUBLE_UNALIGNED, i * 24L + 16, world.rank());
      }
      Request receive = world.iReceive(in, type, count, previous(world), 1);
      world.send(out, type, count, next(world), 1);
      Check.equal(20L * count, receive.await().bytes(), "bytes");
      for (int i = 0; i < count; i++) {
        Check.equal(i, in.get(ValueLayout.JAVA_INT_UNALIGNED, i * 24L), "int");
        Check.equal(0, in.get(ValueLayout.JAVA_INT_UNALIGNED, i * 24L + 4), "gap");
        Check.equal(i + 0.5, in.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, i * 24L + 8), "double");
        double from = in.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, i * 24L + 16);
        Check.equal((double) previous(world), from, "sender");
      }
    }
    Together.barrier(world);
  }

  static void packedBytesMatchEveryTypeButObjects(Comm world) {
    int me = world.rank();
    MemorySegment ints = MemorySegment.ofArray(new int[] {me, 2, 3});
    MemorySegment in = MemorySegment.ofArray(new byte[12]);
    Request receive = world.iReceive(in, Datatype.PACKED, 12, previous(world), 1);
    world.send(ints, Datatype.INT, 3, next(world), 1);
    Check.equal(12L, receive.await().bytes(), "bytes of packed ints");
    Check.equal(previous(world), in.get(ValueLayout.JAVA_INT_UNALIGNED, 0), "the first int");
    Request back = world.iReceive(ints, Datatype.INT, 3, next(world), 1);
    world.send(in, Datatype.PACKED, 12, previous(world), 1);
    Check.equal(3L, back.await().count(), "ints from packed bytes");
    receive = world.iReceive(in, Datatype.PACKED, 12, previous(world), 2);
    Request object = world.iSendObject("text", next(world), 2);
    Check.fails(TypeMismatchException.class, ErrorClass.TYPE, receive::await, "PACKED", "OBJECT");
    object.await();
    Together.barrier(world);
  }

  static void severalTypesAreNotOneType(Comm world) {
    Datatype<?> type =
        Datatype.struct(new int[] {1, 1}, new long[] {0, 4}, Datatype.INT, Datatype.FLOAT);
    MemorySegment memory = MemorySegment.ofArray(new byte[8]);
    Request send = world.iSend(memory, type, 1, next(world), 1);
    Check.fails(
        TypeMismatchException.class,
        ErrorClass.TYPE,
        () -> world.receive(new int[2], previous(world), 1),
        "rank " + world.rank(),
        "INT",
        "MIXED");
    send.await();
    Together.barrier(world);
  }

  static void aMessageLongerThanTheColumnIsTruncated(Comm world) {
    for (int rows : new int[] {10, 3000, 100_000}) {
      MemorySegment in = matrix(Arena.ofAuto(), rows, true);
      MemorySegment out = matrix(Arena.ofAuto(), rows, true);
      fill(in, UNTOUCHED, 0);
      Request send = world.iSend(out, column(rows), 8, 1, next(world), 1);
      Check.fails(
          TruncationException.class,
          ErrorClass.TRUNCATE,
          () -> world.receive(in, column(rows / 2), 8, 1, previous(world), 1),
          "rank " + world.rank(),
          String.valueOf(4L * rows));
      send.await();
      Check.equal(UNTOUCHED, at(in, rows - 1, 1), "the row behind");
      Together.barrier(world);
    }
  }

  static void aPendingSendOfAColumnInAClosedArenaFailsOnBothSides(Comm world) {
    int rows = 60_000;
    Arena arena = Arena.ofShared();
    MemorySegment out = matrix(arena, rows, false);
    Request send = world.iSendSynchronous(out, column(rows), 8, 1, next(world), 1);
    arena.close();
    Check.that(!send.await(Duration.ofMillis(5)), "the data are still to be sent");
    Together.barrier(world);
    MemorySegment in = matrix(Arena.ofAuto(), rows, true);
    Request receive = world.iReceive(in, column(rows), 8, 1, previous(world), 1);
    for (Request request : new Request[] {send, receive}) {
      Check.fails(
          RonselException.class,
          ErrorClass.BUFFER,
          request::await,
          "rank " + world.rank(),
          "tag 1",
          "arena");
    }
    Together.barrier(world);
  }

  static void dataOutsideTheSegmentAreRejected(Comm world) {
    MemorySegment memory = MemorySegment.ofArray(new double[30]);
    int me = world.rank();
    Check.fails(
        RonselException.class,
        ErrorClass.BUFFER,
        () -> world.send(memory, column(10), 24, 1, me, 1),
        "rank " + me,
        "send",
        "vector",
        "240 bytes");
    Datatype<?> backwards = Datatype.vector(3, 1, -1, Datatype.DOUBLE);
    Check.fails(
        RonselException.class,
        ErrorClass.BUFFER,
        () -> world.receive(memory, backwards, 8, 1, me, 1),
        "receive",
        "vector");
    Check.fails(
        RonselException.class,
        ErrorClass.COUNT,
        () -> world.iSend(memory, column(10), 0, -1, me, 1),
        "count -1");
    Check.fails(
        RonselException.class,
        ErrorClass.TYPE,
        () -> world.iReceive(memory, Datatype.vector(5, 2, 1, Datatype.DOUBLE), 1, me, 1),
        "overlap");
  }

  /** MPI-4.1, section 5.1.12: only data have places, neither where elements begin nor gaps. */
  static void onlyThePlacesOfDataMatter(Comm world) {
    int me = world.rank();
    Datatype<?> before = Datatype.hindexed(new int[] {1}, new long[] {-16}, Datatype.DOUBLE);
    Datatype<?> behind = Datatype.hindexed(new int[] {1}, new long[] {16}, Datatype.DOUBLE);
    Datatype<?> empty = Datatype.contiguous(0, Datatype.DOUBLE).resized(0, 16);
    double[] out = {1, 2, 3, 4};
    double[] in = new double[4];
    MemorySegment from = MemorySegment.ofArray(out);
    MemorySegment into = MemorySegment.ofArray(in);
    Request received = world.iReceive(into, behind, -8, 1, me, 1);
    world.send(from, before, 40, 1, me, 1);
    Check.equal(8L, received.await().bytes(), "bytes");
    Check.equal(new double[] {0, 4, 0, 0}, in, "the last value, in the second place");
    received = world.untyped().iReceive(in, before, 5, 1, me, 2);
    world.untyped().send(SendMode.STANDARD, out, behind, -1, 1, me, 2);
    Check.equal(8L, received.await().bytes(), "bytes");
    Check.equal(new double[] {0, 4, 0, 2}, in, "the second value, in the last place");
    received = world.iReceive(into, empty, 100, 3, me, 3);
    world.send(from, empty, -100, 7, me, 3);
    Check.equal(0L, received.await().bytes(), "bytes of no data");
    int[] counts = new int[world.size()];
    Arrays.fill(counts, 1);
    int[] places = new int[world.size()];
    Arrays.setAll(places, rank -> 3 + rank);
    Object given = me == 0 ? out : null;
    world.untyped().scatterv(given, empty, 0, counts, places, in, Datatype.DOUBLE, 0, 0, 0);
    Check.equal(new double[] {0, 4, 0, 2}, in, "what blocks without data bring");
  }
}
