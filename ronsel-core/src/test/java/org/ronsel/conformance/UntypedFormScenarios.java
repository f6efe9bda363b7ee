package org.ronsel.conformance;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.ronsel.Comm;
import org.ronsel.Datatype;
import org.ronsel.ErrorClass;
import org.ronsel.InvalidArgumentException;
import org.ronsel.Op;
import org.ronsel.PersistentRequest;
import org.ronsel.Request;
import org.ronsel.UntypedCollectives;
import org.ronsel.UntypedComm;

/**
 * Collective operations on buffers whose type is known at run time only: persistent ones, blocks
 * that differ in length, derived datatypes on one side or on both, displacements that point back.
 */
final class UntypedFormScenarios {
  private static final Datatype<?> INT = Datatype.INT;

  /** Two ints of four. */
  private static final Datatype<?> SPARSE = Datatype.vector(2, 1, 2, Datatype.INT).resized(0, 16);

  private UntypedFormScenarios() {}

  private static void twice(PersistentRequest request) {
    for (int i = 0; i < 2; i++) {
      request.start();
      request.await();
    }
  }

  /** What rank {@code from} has for rank {@code to}: this many pairs. */
  private static int[] pairs(int from, int to, int pairs) {
    return IntStream.range(0, 2 * pairs).map(i -> 1 + from * 10_000 + to * 100 + i).toArray();
  }

  private static int pairsOf(int from, int to) {
    return (from + 2 * to) % 3;
  }

  /** Elements of SPARSE that hold these ints. */
  private static int[] spread(int[] ints) {
    int[] sparse = new int[ints.length * 2];
    for (int i = 0; i < ints.length; i++) {
      sparse[2 * i] = ints[i];
    }
    return sparse;
  }

  /** Blocks in reverse order, a gap of one element between them: where they lie, in elements. */
  private static int[] places(int[] counts) {
    int[] places = new int[counts.length];
    int at = 0;
    for (int i = counts.length - 1; i >= 0; i--) {
      places[i] = at;
      at += counts[i] + 1;
    }
    return places;
  }

  private static int[] shifted(int[] places, int by) {
    return IntStream.of(places).map(each -> each + by).toArray();
  }

  private static int end(int[] counts) {
    return IntStream.of(counts).sum() + counts.length;
  }

  private static void checkBlock(int from, int to, int[] sparse, int place, int count) {
    int[] block = Arrays.copyOfRange(sparse, 4 * place, 4 * (place + count));
    Check.equal(spread(pairs(from, to, count)), block, "from " + from + " to " + to);
  }

  static void blocksOfDerivedTypesGoToAndFromARoot(Comm world) {
    int me = world.rank();
    int n = world.size();
    UntypedComm blocking = world.untyped();
    for (int root = 0; root < n; root += Math.max(1, n - 1)) {
      int top = root;
      int[] counts = IntStream.range(0, n).map(r -> pairsOf(r, top)).toArray();
      int[] places = places(counts);
      int[] own = pairs(me, root, counts[me]);
      // One side has pairs of ints, the other every other of four, counted from element 2.
      int[] back = shifted(places, -2);
      for (int form = 0; form < 3; form++) {
        int[] all = new int[4 * end(counts)];
        UntypedCollectives<PersistentRequest> persistent = blocking.persistent();
        switch (form) {
          case 0 -> blocking.gatherv(own, INT, 0, own.length, all, SPARSE, 8, counts, back, root);
          case 1 ->
              blocking
                  .started()
                  .gatherv(own, INT, 0, own.length, all, SPARSE, 8, counts, back, root)
                  .await();
          default ->
              twice(
                  persistent.gatherv(own, INT, 0, own.length, all, SPARSE, 8, counts, back, root));
        }
        for (int r = 0; r < n && me == root; r++) {
          checkBlock(r, root, all, places[r], counts[r]);
        }
        int[] dealt = new int[own.length];
        int[] from = me == root ? all : new int[0];
        switch (form) {
          case 0 ->
              blocking.scatterv(from, SPARSE, 0, counts, places, dealt, INT, 0, own.length, root);
          case 1 ->
              blocking
                  .started()
                  .scatterv(from, SPARSE, 0, counts, places, dealt, INT, 0, own.length, root)
                  .await();
          default ->
              twice(
                  persistent.scatterv(
                      from, SPARSE, 0, counts, places, dealt, INT, 0, own.length, root));
        }
        Check.equal(own, dealt, "what comes back");
      }
    }
  }

  static void blocksOfDerivedTypesGoToEverybody(Comm world) {
    int me = world.rank();
    int n = world.size();
    UntypedComm blocking = world.untyped();
    int[] counts = IntStream.range(0, n).map(r -> pairsOf(r, 0)).toArray();
    int[] places = places(counts);
    int[] own = pairs(me, 0, counts[me]);
    int[] given = IntStream.range(0, n).map(r -> pairsOf(me, r)).toArray();
    int[] taken = IntStream.range(0, n).map(r -> pairsOf(r, me)).toArray();
    int[] out = IntStream.range(0, n).flatMap(r -> IntStream.of(pairs(me, r, given[r]))).toArray();
    int[] ints = IntStream.of(given).map(each -> 2 * each).toArray();
    int[] starts = IntStream.range(0, n).map(r -> IntStream.of(ints).limit(r).sum()).toArray();
    int[] ends = places(taken);
    for (int form = 0; form < 3; form++) {
      int[] all = new int[4 * end(counts)];
      int[] in = new int[4 * end(taken)];
      switch (form) {
        case 0 -> {
          blocking.allGatherv(own, INT, 0, own.length, all, SPARSE, 0, counts, places);
          blocking.allToAllv(out, INT, 0, ints, starts, in, SPARSE, 0, taken, ends);
        }
        case 1 -> {
          var one =
              blocking.started().allToAllv(out, INT, 0, ints, starts, in, SPARSE, 0, taken, ends);
          blocking
              .started()
              .allGatherv(own, INT, 0, own.length, all, SPARSE, 0, counts, places)
              .await();
          one.await();
        }
        default -> {
          UntypedCollectives<PersistentRequest> persistent = blocking.persistent();
          twice(persistent.allGatherv(own, INT, 0, own.length, all, SPARSE, 0, counts, places));
          twice(persistent.allToAllv(out, INT, 0, ints, starts, in, SPARSE, 0, taken, ends));
        }
      }
      for (int r = 0; r < n; r++) {
        checkBlock(r, 0, all, places[r], counts[r]);
        checkBlock(r, me, in, ends[r], taken[r]);
      }
      // In place, which needs as many to each as from each.
      int[] both = IntStream.range(0, n).map(r -> pairsOf(me, r) + pairsOf(r, me)).toArray();
      int[] at = places(both);
      int[] data = new int[4 * end(both)];
      for (int r = 0; r < n; r++) {
        System.arraycopy(spread(pairs(me, r, both[r])), 0, data, 4 * at[r], 4 * both[r]);
      }
      Object here = UntypedComm.IN_PLACE;
      switch (form) {
        case 0 -> blocking.allToAllv(here, SPARSE, 0, both, at, data, SPARSE, 0, both, at);
        case 1 ->
            blocking
                .started()
                .allToAllv(here, SPARSE, 0, both, at, data, SPARSE, 0, both, at)
                .await();
        default -> {
          var again =
              blocking.persistent().allToAllv(here, SPARSE, 0, both, at, data, SPARSE, 0, both, at);
          for (int i = 0; i < 3; i++) { // there, back, and there
            again.start();
            again.await();
          }
        }
      }
      for (int r = 0; r < n; r++) {
        checkBlock(r, me, data, at[r], both[r]);
      }
    }
  }

  static void eachBlockMayHaveATypeOfItsOwn(Comm world) {
    int me = world.rank();
    int n = world.size();
    // To even ranks a double, to odd ones two sparse ints, in a segment; taken as bytes of an
    // array.
    Datatype<?>[] types = new Datatype<?>[n];
    Datatype<?>[] takenTypes = new Datatype<?>[n];
    Arrays.setAll(types, r -> r % 2 == 0 ? Datatype.DOUBLE : SPARSE);
    Arrays.fill(takenTypes, me % 2 == 0 ? Datatype.DOUBLE : INT);
    int[] ones = new int[n];
    int[] takenCounts = new int[n];
    Arrays.fill(ones, 1);
    Arrays.fill(takenCounts, me % 2 == 0 ? 1 : 2);
    int[] places = IntStream.range(0, n).map(r -> 16 * (n - 1 - r)).toArray();
    int[] takenPlaces = IntStream.range(0, n).map(r -> 8 * r).toArray();
    try (Arena arena = Arena.ofShared()) {
      MemorySegment out = arena.allocate(16L * n, 8);
      for (int r = 0; r < n; r++) {
        if (r % 2 == 0) {
          out.set(ValueLayout.JAVA_DOUBLE, places[r], me + r / 100.0);
        } else {
          out.set(ValueLayout.JAVA_INT, places[r], me);
          out.set(ValueLayout.JAVA_INT, places[r] + 8, r);
        }
      }
      UntypedComm blocking = world.untyped();
      for (int form = 0; form < 3; form++) {
        byte[] in = new byte[8 * n];
        switch (form) {
          case 0 ->
              blocking.allToAllw(
                  out, ones, places, types, in, takenCounts, takenPlaces, takenTypes);
          case 1 ->
              blocking
                  .started()
                  .allToAllw(out, ones, places, types, in, takenCounts, takenPlaces, takenTypes)
                  .await();
          default ->
              twice(
                  blocking
                      .persistent()
                      .allToAllw(
                          out, ones, places, types, in, takenCounts, takenPlaces, takenTypes));
        }
        MemorySegment got = MemorySegment.ofArray(in);
        for (int r = 0; r < n; r++) {
          if (me % 2 == 0) {
            double value = got.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, 8L * r);
            Check.equal(r + me / 100.0, value, "double from " + r);
          } else {
            Check.equal(r, got.get(ValueLayout.JAVA_INT_UNALIGNED, 8L * r), "first int");
            Check.equal(me, got.get(ValueLayout.JAVA_INT_UNALIGNED, 8L * r + 4), "second int");
          }
        }
      }
    }
  }

  static void segmentsOfOneThreadAreFilledByTheOthers(Comm world) {
    int me = world.rank();
    int n = world.size();
    UntypedComm any = world.untyped();
    try (Arena arena = Arena.ofConfined()) {
      for (int count : new int[] {1, 5000}) {
        MemorySegment data = arena.allocate(4L * count * n + 4, 4);
        data.setAtIndex(ValueLayout.JAVA_INT, (long) count * me, me + 1);
        Object here = UntypedComm.IN_PLACE;
        any.allGather(here, INT, 0, 0, data, INT, 0, count);
        for (int r = 0; r < n; r++) {
          Check.equal(r + 1, data.getAtIndex(ValueLayout.JAVA_INT, (long) count * r), "allGather");
        }
        MemorySegment other = arena.allocate(8L * count * n + 8, 4);
        any.allToAll(data, INT, 0, count, other, INT, 4, count);
        Check.equal(me + 1, other.getAtIndex(ValueLayout.JAVA_INT, 1 + (long) count * me), "own");
        any.broadcast(other, INT, 4, count, n - 1);
        Check.equal(0, other.getAtIndex(ValueLayout.JAVA_INT, 0), "in front");
        blocksOfSegments(any, arena, count, me, n);
      }
    }
  }

  /** What lies behind the data of a call, and between them, may change meanwhile. */
  @Ranks(min = 2)
  static void messagesArriveBesideWhatAnOperationReceives(Comm world) {
    int me = world.rank();
    int n = world.size();
    int count = 2000;
    int gap = 1 << 16;
    UntypedComm any = world.untyped();
    int[] counts = new int[n];
    Arrays.fill(counts, count);
    counts[0] = 0;
    int[] places = IntStream.range(0, n).map(r -> (count + gap) * r).toArray();
    int[] own = new int[count];
    Arrays.fill(own, me);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment data = arena.allocate(4L * (count + gap) * n, 4);
      MemorySegment behind = data.asSlice(4L * count, 4L * gap);
      whileReceiving(world, behind, 1, () -> any.broadcast(data, INT, 0, count, 0));
      MemorySegment between = data.asSlice(4L * (places[1] - gap), 4L * gap);
      whileReceiving(
          world,
          between,
          2,
          () -> any.allGatherv(own, INT, 0, counts[me], data, INT, 0, counts, places));
      for (int r = 1; r < n; r++) {
        Check.equal(r, data.get(ValueLayout.JAVA_INT, 4L * places[r]), "block of " + r);
      }
      whileReceiving(
          world,
          between,
          3,
          () -> any.gatherv(own, INT, 0, counts[me], data, INT, 0, counts, places, n - 1));
    }
  }

  /** The first rank enters a call when it has sent to the others, which have entered it. */
  private static void whileReceiving(Comm world, MemorySegment place, int value, Runnable call) {
    if (world.rank() == 0) {
      int[] message = new int[(int) (place.byteSize() / 4)];
      Arrays.fill(message, value);
      for (int peer = 1; peer < world.size(); peer++) {
        Together.await(world, peer);
        world.sendSynchronous(message, peer, 5);
      }
      call.run();
    } else {
      Request message = world.iReceive(place, Datatype.INT, place.byteSize() / 4, 0, 5);
      Together.signal(world, 0);
      call.run();
      message.await();
      Check.equal(value, place.get(ValueLayout.JAVA_INT, 0), "first of the message");
      Check.equal(value, place.get(ValueLayout.JAVA_INT, place.byteSize() - 4), "last of it");
    }
  }

  static void aRootsSegmentIsNotWrittenTo(Comm world) {
    int me = world.rank();
    int n = world.size();
    UntypedComm any = world.untyped();
    try (Arena arena = Arena.ofConfined()) {
      for (int count : new int[] {1, 5000}) {
        for (int root = 0; root < n; root += Math.max(1, n - 1)) {
          MemorySegment all = arena.allocate(4L * count * n, 4);
          for (int r = 0; me == root && r < n; r++) {
            all.asSlice(4L * count * r, 4L * count).fill((byte) (r + 1));
          }
          MemorySegment shown = me == root ? all.asReadOnly() : all;
          Object here = me == root ? UntypedComm.IN_PLACE : all;
          any.scatter(shown, INT, 0, count, here, INT, 0, count, root);
          int first = all.get(ValueLayout.JAVA_INT, 0);
          Check.equal(0x01010101 * (me == root ? 1 : me + 1), first, "scatter");
          int[] counts = new int[n];
          Arrays.fill(counts, count);
          any.scatterv(shown, INT, 0, counts, null, here, INT, 0, count, root);
          first = all.get(ValueLayout.JAVA_INT, 0);
          Check.equal(0x01010101 * (me == root ? 1 : me + 1), first, "scatterv");
          any.broadcast(shown, INT, 0, count, root);
          Check.equal(0x01010101, all.get(ValueLayout.JAVA_INT, 0), "broadcast");
        }
      }
    }
  }

  static void aCallTakesAPartOfALongSegment(Comm world) throws IOException {
    int me = world.rank();
    int n = world.size();
    int count = 5000;
    UntypedComm any = world.untyped();
    Path file = Files.createTempFile("ronsel", ".long");
    try (Arena arena = Arena.ofConfined();
        FileChannel channel =
            FileChannel.open(
                file,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE,
                StandardOpenOption.DELETE_ON_CLOSE)) {
      // Nearly all of it is never touched, and so takes no room.
      MemorySegment data = channel.map(FileChannel.MapMode.READ_WRITE, 0, 5L << 30, arena);
      data.asSlice(8, 4L * count).fill((byte) (me == n - 1 ? 1 : 0));
      any.broadcast(data, INT, 8, count, n - 1);
      Check.equal(0x01010101, data.get(ValueLayout.JAVA_INT, 8 + 4L * (count - 1)), "last");
      Check.equal(0, data.get(ValueLayout.JAVA_INT, 8 + 4L * count), "behind");
      long far = (4L << 30) + 4;
      int[] mine = new int[count];
      Arrays.fill(mine, me + 1);
      any.allGather(mine, INT, 0, count, data, INT, far, count);
      for (int r = 0; r < n; r++) {
        long at = far + 4L * count * r;
        Check.equal(r + 1, data.get(ValueLayout.JAVA_INT, at), "block of " + r);
      }
    }
  }

  /** A datatype without values, and one that the others do not name. */
  static void ranksWithoutDataMayNameAnyType(Comm world) {
    int n = world.size();
    for (int length : new int[] {0, 1, 5000}) {
      for (int empty = 0; empty < n; empty += Math.max(1, n - 1)) {
        withoutData(world, length, empty, Datatype.BYTE, new byte[3]);
        withoutData(world, length, empty, Datatype.SHORT, new short[3]);
        withoutData(world, length, empty, Datatype.contiguous(0, INT), new int[3]);
      }
    }
  }

  private static void withoutData(
      Comm world, int length, int empty, Datatype<?> other, Object nothing) {
    int me = world.rank();
    int n = world.size();
    UntypedComm any = world.untyped();
    int[] counts = new int[n];
    Arrays.fill(counts, length);
    counts[empty] = 0;
    boolean isEmpty = me == empty;
    Datatype<?> type = isEmpty ? other : Datatype.DOUBLE;
    double[] own = new double[length];
    Arrays.fill(own, me + 0.5);
    Object given = isEmpty ? nothing : own;
    double[] expected = new double[length * (n - 1)];
    for (int i = 0; i < expected.length; i++) {
      int from = i / length;
      expected[i] = (from < empty ? from : from + 1) + 0.5;
    }
    double[] all = new double[expected.length];
    Object every = all;
    int start = isEmpty ? 1 : 0;
    any.gatherv(given, type, start, counts[me], all, Datatype.DOUBLE, 0, counts, null, 0);
    Check.equal(me == 0 ? expected : new double[all.length], all, "gatherv");
    Arrays.fill(all, 0);
    any.allGatherv(given, type, start, counts[me], all, Datatype.DOUBLE, 0, counts, null);
    Check.equal(expected, all, "allGatherv");

    Arrays.fill(own, 0);
    any.scatterv(every, Datatype.DOUBLE, 0, counts, null, given, type, start, counts[me], n - 1);
    double[] dealt = new double[length];
    Arrays.fill(dealt, isEmpty ? 0 : me + 0.5);
    Check.equal(dealt, own, "scatterv");

    // What each has for the others but one, which may take without giving.
    int[] none = new int[n];
    int[] toEach = isEmpty ? none : new int[n];
    if (!isEmpty) {
      Arrays.fill(toEach, length);
    }
    double[] out = new double[length * n];
    Arrays.fill(out, me + 0.5);
    Object from = isEmpty ? nothing : out;
    Arrays.fill(all, 0);
    any.allToAllv(from, type, start, toEach, null, all, Datatype.DOUBLE, 0, counts, null);
    Check.equal(expected, all, "allToAllv");
    Arrays.fill(all, 0);
    int[] some = isEmpty ? none : counts;
    Object into = isEmpty ? nothing : all;
    any.allToAllv(from, type, start, some, null, into, type, start, some, null);
    Check.equal(isEmpty ? new double[all.length] : expected, all, "allToAllv of the others");
  }

  private static void blocksOfSegments(UntypedComm any, Arena arena, int count, int me, int n) {
    MemorySegment data = arena.allocate(4L * count * n, 4);
    MemorySegment result = arena.allocate(4L * count * n, 4);
    for (int r = 0; r < n; r++) {
      data.setAtIndex(ValueLayout.JAVA_INT, (long) count * r, 100 * me + r);
    }
    int[] counts = new int[n];
    Arrays.fill(counts, count);
    any.allToAllv(data, INT, 0, counts, null, result, INT, 0, counts, null);
    for (int r = 0; r < n; r++) {
      int got = result.getAtIndex(ValueLayout.JAVA_INT, (long) count * r);
      Check.equal(100 * r + me, got, "allToAllv");
    }
  }

  static void theFirstRankOfAnExscanNeedsNoPlaceForAResult(Comm world) {
    int me = world.rank();
    UntypedComm any = world.untyped();
    try (Arena arena = Arena.ofShared()) {
      for (int count : new int[] {0, 1, 3000}) {
        MemorySegment segment = arena.allocate(4L * count, 4);
        int[] array = new int[count];
        segment.fill((byte) 1);
        Arrays.fill(array, 0x01010101);
        for (Object in : new Object[] {array, segment}) {
          int[] out = new int[count];
          Object place = me == 0 ? null : out;
          any.exscan(in, 0, place, 0, INT, count, Op.SUM);
          int[] expected = new int[count];
          Arrays.fill(expected, me * 0x01010101);
          Check.equal(expected, out, "exscan");
          Arrays.fill(out, 0);
          any.started().exscan(in, 0, place, 0, INT, count, Op.SUM).await();
          Check.equal(expected, out, "exscan that is started");
          Arrays.fill(out, 0);
          twice(any.persistent().exscan(in, 0, place, 0, INT, count, Op.SUM));
          Check.equal(expected, out, "exscan that is persistent");
        }
      }
      world.barrier();
    }
    Check.fails(
        InvalidArgumentException.class,
        ErrorClass.BUFFER,
        () -> any.exscan(UntypedComm.IN_PLACE, 0, null, 0, INT, 1, Op.SUM),
        "null");
  }

  /** A call that moves bytes of one value, which are named as booleans. */
  @FunctionalInterface
  private interface Move {
    Object on(UntypedCollectives<?> form);
  }

  static void bytesThatAreNamedAsBooleansStayAsTheyAre(Comm world) {
    for (int length : new int[] {1, 50, 5000, 70_000}) {
      UntypedComm any = world.untyped();
      for (UntypedCollectives<?> form : List.of(any, any.started(), any.persistent())) {
        booleans(world, form, length);
      }
    }
  }

  private static void booleans(Comm world, UntypedCollectives<?> form, int length) {
    Datatype<?> type = Datatype.BOOLEAN;
    int n = world.size();
    byte[] out = new byte[n * length];
    Arrays.fill(out, (byte) 0x8c);
    MemorySegment from = Arena.ofAuto().allocate(out.length).copyFrom(MemorySegment.ofArray(out));
    MemorySegment into = Arena.ofAuto().allocate(out.length);
    int[] counts = new int[n];
    Arrays.fill(counts, length);
    int[] places = IntStream.range(0, n).map(rank -> rank * length).toArray();
    Map<String, Move> moves = new LinkedHashMap<>();
    moves.put("allGather", on -> on.allGather(from, type, 0, length, into, type, 0, length));
    moves.put(
        "allGatherv", on -> on.allGatherv(from, type, 0, length, into, type, 0, counts, places));
    moves.put("allToAll", on -> on.allToAll(from, type, 0, length, into, type, 0, length));
    moves.put(
        "allToAllv",
        on -> on.allToAllv(from, type, 0, counts, places, into, type, 0, counts, places));
    for (int root = 0; root < n; root++) {
      int of = root;
      moves.put(
          "gather " + root, on -> on.gather(from, type, 0, length, into, type, 0, length, of));
      moves.put(
          "scatterv " + root,
          on -> on.scatterv(from, type, 0, counts, places, into, type, 0, length, of));
    }
    moves.forEach(
        (name, move) -> {
          into.fill((byte) 0);
          done(move.on(form));
          byte[] in = into.toArray(ValueLayout.JAVA_BYTE);
          for (int at = 0; at < in.length; at++) {
            if (in[at] != 0 && in[at] != out[at]) {
              Check.equal(out[at], in[at], name + " of " + length + ": byte " + at);
            }
          }
          Check.that(in[0] != 0 || name.startsWith("gather"), name + " has brought something");
        });
    from.fill((byte) (world.rank() == 0 ? 0x8c : 0));
    done(form.broadcast(from, type, 0, length, 0));
    Check.equal((byte) 0x8c, from.get(ValueLayout.JAVA_BYTE, length - 1L), "broadcast");
    into.fill((byte) 0x8c);
    done(form.allToAll(UntypedComm.IN_PLACE, type, 0, length, into, type, 0, length));
    Check.equal((byte) 0x8c, into.get(ValueLayout.JAVA_BYTE, out.length - 1L), "in place");
  }

  private static void done(Object call) {
    if (call instanceof PersistentRequest request) {
      twice(request);
    } else if (call instanceof Request request) {
      request.await();
    }
  }

  static void persistentOnesCanBeStartedAgain(Comm world) {
    int me = world.rank();
    int n = world.size();
    UntypedCollectives<PersistentRequest> persistent = world.untyped().persistent();
    int[] value = {0};
    int[] all = new int[n];
    int[] sum = new int[1];
    int[] each = new int[n];
    int[] got = new int[n];
    int[] mine = new int[1];
    PersistentRequest[] requests = {
      persistent.broadcast(value, INT, 0, 1, n - 1),
      persistent.gather(mine, INT, 0, 1, all, INT, 0, 1, 0),
      persistent.allToAll(each, INT, 0, 1, got, INT, 0, 1),
      persistent.allReduce(mine, 0, sum, 0, INT, 1, Op.SUM),
      persistent.barrier()
    };
    for (int turn = 1; turn < 20; turn++) {
      value[0] = me == n - 1 ? turn : -1;
      mine[0] = me + turn;
      Arrays.fill(each, me * turn);
      PersistentRequest.startAll(requests);
      for (int i = 0; i < requests.length; i++) {
        requests[(i + turn) % requests.length].await();
      }
      int now = turn;
      Check.equal(turn, value[0], "broadcast");
      Check.equal(n * turn + n * (n - 1) / 2, sum[0], "sum");
      Check.equal(IntStream.range(0, n).map(r -> r * now).toArray(), got, "allToAll");
      if (me == 0) {
        Check.equal(IntStream.range(0, n).map(r -> r + now).toArray(), all, "gather");
      }
    }
  }

  static void whatDoesNotFitIsRefused(Comm world) {
    int n = world.size();
    UntypedComm any = world.untyped();
    int[] some = new int[4 * n];
    int[] ones = new int[n];
    Arrays.fill(ones, 1);
    int[] zeros = new int[n];
    int[] negative = new int[n];
    negative[n - 1] = -1;
    Check.fails(
        InvalidArgumentException.class,
        ErrorClass.COUNT,
        () -> any.allGather(some, INT, 0, 1, new int[2 * n], INT, 0, 2),
        "gives itself");
    Check.fails(
        InvalidArgumentException.class,
        ErrorClass.COUNT,
        () -> any.allToAll(some, INT, 0, 2, new int[n], INT, 0, 1),
        "gives itself");
    Check.fails(
        InvalidArgumentException.class,
        ErrorClass.COUNT,
        () -> any.gatherv(some, INT, 0, 1, some, INT, 0, negative, zeros, world.rank()),
        "-1");
    if (n > 1) {
      Check.fails(
          InvalidArgumentException.class,
          ErrorClass.BUFFER,
          () -> any.allGatherv(some, INT, 0, 1, new int[n], INT, 0, ones, zeros),
          "overlap");
    }
    Check.fails(
        InvalidArgumentException.class,
        ErrorClass.BUFFER,
        () -> any.allGatherv(some, INT, 0, 1, new int[n], INT, 0, ones, negative));
    Check.fails(
        InvalidArgumentException.class,
        ErrorClass.ARGUMENT,
        () -> any.allGatherv(some, INT, 0, 1, new int[n], INT, 0, new int[n - 1], zeros),
        "entries");
    Check.fails(
        InvalidArgumentException.class,
        ErrorClass.BUFFER,
        () -> any.broadcast(UntypedComm.IN_PLACE, INT, 0, 0, 0),
        "IN_PLACE");
    Check.fails(
        InvalidArgumentException.class,
        ErrorClass.BUFFER,
        () -> any.allGather(some, INT, 0, 1, UntypedComm.IN_PLACE, INT, 0, 1),
        "IN_PLACE");
    world.barrier();
  }
}
