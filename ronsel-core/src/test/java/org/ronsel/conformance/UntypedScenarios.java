package org.ronsel.conformance;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import org.ronsel.CartComm;
import org.ronsel.Comm;
import org.ronsel.Datatype;
import org.ronsel.ErrorClass;
import org.ronsel.Info;
import org.ronsel.InvalidArgumentException;
import org.ronsel.Op;
import org.ronsel.Request;
import org.ronsel.SendMode;
import org.ronsel.Status;
import org.ronsel.TruncationException;
import org.ronsel.TypeMismatchException;
import org.ronsel.UntypedComm;
import org.ronsel.comm.UntypedCommunicator;
import org.ronsel.observe.Observation;

/**
 * Operations on buffers whose type is known at run time only (MPI-4.1, chapters 3 and 6): each
 * gives what its definition says, for contiguous and strided data, in arrays, byte arrays and
 * segments.
 */
final class UntypedScenarios {
  private UntypedScenarios() {}

  /** A kind of memory for ints, and how a datatype lays them out. */
  private enum Kind {
    ARRAY,
    BYTES,
    NATIVE,
    STRIDED;

    /** Ints per element of the datatype. */
    int width() {
      return this == STRIDED ? 3 : 1;
    }

    Datatype<?> type() {
      return this == STRIDED ? Datatype.vector(3, 1, 2, Datatype.INT).resized(0, 24) : Datatype.INT;
    }

    Ints of(int elements) {
      return new Ints(this, elements);
    }
  }

  /** A buffer of some elements, and their ints. */
  private static final class Ints {
    final Kind kind;
    final int elements;
    final Object buffer;

    Ints(Kind kind, int elements) {
      this.kind = kind;
      this.elements = elements;
      int ints = kind == Kind.STRIDED ? elements * 6 : elements;
      this.buffer =
          switch (kind) {
            case ARRAY, STRIDED -> new int[ints];
            case BYTES -> new byte[ints * 4];
            case NATIVE -> Arena.ofAuto().allocate(Math.max(1, ints * 4L));
          };
    }

    int length() {
      return elements * kind.width();
    }

    private MemorySegment memory() {
      return switch (buffer) {
        case int[] array -> MemorySegment.ofArray(array);
        case byte[] array -> MemorySegment.ofArray(array);
        default -> (MemorySegment) buffer;
      };
    }

    private long place(int i) {
      return kind == Kind.STRIDED ? i / 3 * 6L + i % 3 * 2 : i;
    }

    void set(int i, int value) {
      Datatype.INT.set(memory().asSlice(place(i) * 4, 4), 0, value);
    }

    int get(int i) {
      return Datatype.INT.get(memory().asSlice(place(i) * 4, 4), 0);
    }

    Ints fill(int rank) {
      for (int i = 0; i < length(); i++) {
        set(i, value(rank, i));
      }
      return this;
    }

    /** Where the element {@code index} begins, as the calls count offsets. */
    long offset(int index) {
      return switch (kind) {
        case ARRAY -> index;
        case BYTES, NATIVE -> index * 4L;
        case STRIDED -> index * 6L;
      };
    }
  }

  private static int value(int rank, int i) {
    return rank * 10_000 + i;
  }

  /** Each rank uses another kind of memory in each turn; the widths agree. */
  private static List<Kind> kinds(Comm world) {
    Kind[] plain = {Kind.ARRAY, Kind.BYTES, Kind.NATIVE};
    return List.of(plain[world.rank() % 3], plain[(world.rank() + 1) % 3], Kind.STRIDED);
  }

  static void broadcastGathersAndScattersMoveEveryKindOfMemory(Comm world) {
    UntypedComm untyped = world.untyped();
    int size = world.size();
    int me = world.rank();
    for (Kind kind : kinds(world)) {
      Datatype<?> type = kind.type();
      for (int count : new int[] {0, 1, 7, 20_000 / size}) {
        for (int root = 0; root < size; root += Math.max(1, size - 1)) {
          Ints one = kind.of(count).fill(me);
          Ints all = kind.of(count * size);
          Ints got = kind.of(count);
          int width = count * kind.width();

          Ints sent = me == root ? kind.of(count).fill(77) : kind.of(count);
          untyped.broadcast(sent.buffer, type, 0, count, root);
          for (int i = 0; i < width; i++) {
            Check.equal(value(77, i), sent.get(i), "broadcast");
          }
          sent = me == root ? kind.of(count).fill(78) : kind.of(count);
          untyped.started().broadcast(sent.buffer, type, 0, count, root).await();
          for (int i = 0; i < width; i++) {
            Check.equal(value(78, i), sent.get(i), "iBroadcast");
          }

          untyped.gather(one.buffer, type, 0, count, all.buffer, type, 0, count, root);
          if (me == root) {
            checkAll(all, size, width, "gather");
            all = kind.of(count * size);
          }
          untyped
              .started()
              .gather(one.buffer, type, 0, count, all.buffer, type, 0, count, root)
              .await();
          if (me == root) {
            checkAll(all, size, width, "iGather");
          }
          untyped.scatter(all.buffer, type, 0, count, got.buffer, type, 0, count, root);
          for (int i = 0; i < width; i++) {
            Check.equal(value(me, i), got.get(i), "scatter");
          }
          untyped
              .started()
              .scatter(all.buffer, type, 0, count, got.buffer, type, 0, count, root)
              .await();

          Ints everywhere = kind.of(count * size);
          untyped.allGather(one.buffer, type, 0, count, everywhere.buffer, type, 0, count);
          checkAll(everywhere, size, width, "allGather");
          everywhere = kind.of(count * size);
          for (int i = 0; i < width; i++) {
            everywhere.set(me * width + i, value(me, i));
          }
          Object inPlace = UntypedComm.IN_PLACE;
          untyped.allGather(inPlace, type, 0, 0, everywhere.buffer, type, 0, count);
          checkAll(everywhere, size, width, "allGather in place");
          untyped
              .started()
              .allGather(inPlace, type, 0, 0, everywhere.buffer, type, 0, count)
              .await();
          checkAll(everywhere, size, width, "iAllGather in place");
        }
      }
    }
  }

  private static void checkAll(Ints all, int size, int width, String what) {
    for (int rank = 0; rank < size; rank++) {
      for (int i = 0; i < width; i++) {
        Check.equal(value(rank, i), all.get(rank * width + i), what + ", block of rank " + rank);
      }
    }
  }

  static void blocksOfDifferentLengthsFindTheirPlaces(Comm world) {
    UntypedComm untyped = world.untyped();
    int size = world.size();
    int me = world.rank();
    for (Kind kind : kinds(world)) {
      Datatype<?> type = kind.type();
      int[] counts = new int[size];
      int[] places = new int[size];
      int next = 1;
      for (int i = size - 1; i >= 0; i--) { // the blocks lie in reverse order, with gaps
        counts[i] = i % 3 * 5;
        places[i] = next;
        next += counts[i] + 2;
      }
      int width = kind.width();
      Ints own = kind.of(counts[me]).fill(me);
      for (int root = 0; root < size; root++) {
        Ints all = kind.of(next);
        untyped.gatherv(own.buffer, type, 0, counts[me], all.buffer, type, 0, counts, places, root);
        if (me == root) {
          checkPlaces(all, counts, places, width, "gatherv");
        }
        Ints got = kind.of(counts[me]);
        untyped.scatterv(
            all.buffer, type, 0, counts, places, got.buffer, type, 0, counts[me], root);
        for (int i = 0; i < counts[me] * width; i++) {
          Check.equal(value(me, i), got.get(i), "scatterv");
        }
      }
      Ints all = kind.of(next);
      untyped.allGatherv(own.buffer, type, 0, counts[me], all.buffer, type, 0, counts, places);
      checkPlaces(all, counts, places, width, "allGatherv");
      Request request =
          untyped
              .started()
              .allGatherv(UntypedComm.IN_PLACE, type, 0, 0, all.buffer, type, 0, counts, places);
      request.await();
      checkPlaces(all, counts, places, width, "iAllGatherv in place");
    }
  }

  private static void checkPlaces(Ints all, int[] counts, int[] places, int width, String what) {
    for (int rank = 0; rank < counts.length; rank++) {
      for (int i = 0; i < counts[rank] * width; i++) {
        Check.equal(value(rank, i), all.get(places[rank] * width + i), what + " of rank " + rank);
      }
    }
    Check.equal(0, all.get(0), "the gap in front");
  }

  static void everyRankSendsEveryRankItsBlock(Comm world) {
    UntypedComm untyped = world.untyped();
    int size = world.size();
    int me = world.rank();
    for (Kind kind : kinds(world)) {
      Datatype<?> type = kind.type();
      int width = kind.width();
      int count = 4;
      Ints out = kind.of(count * size);
      for (int peer = 0; peer < size; peer++) {
        for (int i = 0; i < count * width; i++) {
          out.set(peer * count * width + i, me * 1000 + peer * 100 + i);
        }
      }
      Ints in = kind.of(count * size);
      untyped.allToAll(out.buffer, type, 0, count, in.buffer, type, 0, count);
      checkExchange(in, me, size, count * width, "allToAll");
      Ints both = kind.of(count * size);
      for (int i = 0; i < both.length(); i++) {
        both.set(i, out.get(i));
      }
      untyped
          .started()
          .allToAll(UntypedComm.IN_PLACE, type, 0, 0, both.buffer, type, 0, count)
          .await();
      checkExchange(both, me, size, count * width, "iAllToAll in place");

      int[] counts = new int[size];
      int[] places = new int[size];
      int[] bytes = new int[size];
      Datatype<?>[] types = new Datatype<?>[size];
      Arrays.fill(counts, count);
      Arrays.fill(types, type);
      for (int i = 0; i < size; i++) {
        places[i] = i * count;
        bytes[i] = (int) (i * count * type.extentBytes());
      }
      in = kind.of(count * size);
      untyped.allToAllv(out.buffer, type, 0, counts, places, in.buffer, type, 0, counts, places);
      checkExchange(in, me, size, count * width, "allToAllv");
      in = kind.of(count * size);
      untyped.allToAllw(out.buffer, counts, bytes, types, in.buffer, counts, bytes, types);
      checkExchange(in, me, size, count * width, "allToAllw");
    }
  }

  private static void checkExchange(Ints in, int me, int size, int width, String what) {
    for (int peer = 0; peer < size; peer++) {
      for (int i = 0; i < width; i++) {
        Check.equal(peer * 1000 + me * 100 + i, in.get(peer * width + i), what);
      }
    }
  }

  /** {@code x -> a x + b} in pairs of ints: associative, not commutative. */
  private static final Op AFFINE =
      Op.of(
          (in, inOffset, inout, inoutOffset, count, type) -> {
            int[] left = (int[]) in;
            int[] right = (int[]) inout;
            for (int i = 0; i < count; i++) {
              int l = (int) inOffset + 2 * i;
              int r = (int) inoutOffset + 2 * i;
              int a = left[l] * right[r];
              int b = left[l] * right[r + 1] + left[l + 1];
              right[r] = a;
              right[r + 1] = b;
            }
          },
          false);

  private static int[] affine(int upTo) {
    int a = 1;
    int b = 0;
    for (int rank = 0; rank < upTo; rank++) {
      b = a * (rank + 5) + b;
      a = a * (rank % 3 + 1);
    }
    return new int[] {a, b};
  }

  static void operatorsOfTheProgramCombineInTheOrderOfRanks(Comm world) {
    UntypedComm untyped = world.untyped();
    int size = world.size();
    int me = world.rank();
    Datatype<?> pair = Datatype.contiguous(2, Datatype.INT);
    int[] in = {me % 3 + 1, me + 5};
    int[] all = affine(size);
    for (int root = 0; root < size; root++) {
      int[] out = new int[2];
      untyped.reduce(in, 0, out, 0, pair, 1, AFFINE, root);
      Check.equal(me == root ? all : new int[2], out, "reduce at " + root);
      out = in.clone();
      Object from = me == root ? UntypedComm.IN_PLACE : out;
      untyped.started().reduce(from, 0, out, 0, pair, 1, AFFINE, root).await();
      Check.equal(me == root ? all : in, out, "iReduce in place at " + root);
    }
    int[] out = new int[2];
    untyped.allReduce(in, 0, out, 0, pair, 1, AFFINE);
    Check.equal(all, out, "allReduce");
    out = new int[2];
    untyped.scan(in, 0, out, 0, pair, 1, AFFINE);
    Check.equal(affine(me + 1), out, "scan");
    out = new int[2];
    untyped.exscan(in, 0, out, 0, pair, 1, AFFINE);
    Check.equal(me == 0 ? new int[2] : affine(me), out, "exscan");
    out = in.clone();
    untyped.started().scan(UntypedComm.IN_PLACE, 0, out, 0, pair, 1, AFFINE).await();
    Check.equal(affine(me + 1), out, "iScan in place");
    out = new int[] {2, 3};
    untyped.reduceLocal(new int[] {5, 7}, 0, out, 0, pair, 1, AFFINE);
    Check.equal(new int[] {10, 22}, out, "reduceLocal");
  }

  static void predefinedOperatorsTakeEveryKindOfMemory(Comm world) {
    UntypedComm untyped = world.untyped();
    int size = world.size();
    int me = world.rank();
    int ranks = size * (size - 1) / 2 * 10_000;
    for (Kind kind : kinds(world)) {
      Datatype<?> type = kind.type();
      int count = 5;
      Ints in = kind.of(count).fill(me);
      Ints out = kind.of(count);
      untyped.allReduce(in.buffer, 0, out.buffer, 0, type, count, Op.SUM);
      for (int i = 0; i < out.length(); i++) {
        Check.equal(ranks + size * i, out.get(i), "allReduce");
      }
      out = kind.of(count);
      untyped.started().allReduce(in.buffer, 0, out.buffer, 0, type, count, Op.MAX).await();
      for (int i = 0; i < out.length(); i++) {
        Check.equal(value(size - 1, i), out.get(i), "iAllReduce");
      }
      int root = size - 1;
      out = kind.of(count);
      untyped.reduce(in.buffer, 0, out.buffer, 0, type, count, Op.SUM, root);
      Check.equal(me == root ? ranks + size : 0, out.get(1), "reduce");
      out = kind.of(count);
      untyped.scan(in.buffer, 0, out.buffer, 0, type, count, Op.SUM);
      Check.equal(me * (me + 1) / 2 * 10_000 + (me + 1) * 2, out.get(2), "scan");

      int[] counts = new int[size];
      int total = 0;
      int before = 0;
      for (int i = 0; i < size; i++) {
        counts[i] = 1 + i % 2;
        before += i < me ? counts[i] : 0;
        total += counts[i];
      }
      Ints many = kind.of(total).fill(me);
      out = kind.of(total);
      untyped.reduceScatter(many.buffer, 0, out.buffer, 0, type, counts, Op.SUM);
      for (int i = 0; i < counts[me] * kind.width(); i++) {
        int element = before * kind.width() + i;
        Check.equal(ranks + size * element, out.get(i), "reduceScatter");
      }
      Ints even = kind.of(2 * size).fill(me);
      out = kind.of(2);
      untyped.reduceScatterBlock(even.buffer, 0, out.buffer, 0, type, 2, Op.MIN);
      Check.equal(2 * me * kind.width(), out.get(0), "reduceScatterBlock");
    }
  }

  static void severalStartedOnesCompleteInAnyOrder(Comm world) {
    UntypedComm untyped = world.untyped();
    int size = world.size();
    int turns = 10;
    Request[] requests = new Request[turns];
    int[][] in = new int[turns][size];
    for (int turn = 0; turn < turns; turn++) {
      int[] out = new int[size];
      Arrays.fill(out, world.rank() + 100 * turn);
      requests[turn] =
          untyped.started().allToAll(out, Datatype.INT, 0, 1, in[turn], Datatype.INT, 0, 1);
    }
    for (int turn = turns - 1; turn >= 0; turn--) {
      requests[turn].await();
      for (int rank = 0; rank < size; rank++) {
        Check.equal(rank + 100 * turn, in[turn][rank], "turn " + turn);
      }
    }
  }

  static void messagesOfEveryKindOfMemoryArrive(Comm world) {
    UntypedComm untyped = world.untyped();
    int next = (world.rank() + 1) % world.size();
    int previous = (world.rank() + world.size() - 1) % world.size();
    for (Kind kind : kinds(world)) {
      for (int count : new int[] {1, 3000}) {
        Ints out = kind.of(count + 2).fill(world.rank());
        Ints in = kind.of(count + 2);
        Datatype<?> type = kind.type();
        Request send =
            untyped.iSend(SendMode.STANDARD, out.buffer, type, out.offset(1), count, next, 4);
        Status status = new Status();
        untyped.receive(in.buffer, type, in.offset(2), count, previous, 4, status);
        Check.equal(count * type.sizeBytes(), status.bytes(), "bytes");
        send.await();
        for (int i = 0; i < count * kind.width(); i++) {
          int width = kind.width();
          Check.equal(value(previous, width + i), in.get(2 * width + i), "element " + i);
        }
        Check.equal(0, in.get(0), "outside");
      }
    }
  }

  static void neighborsInAGridExchangeAlongEveryDimension(Comm world) {
    int size = world.size();
    try (CartComm ring =
        world.createCart(new int[] {size, 1}, new boolean[] {true, false}, false)) {
      UntypedComm untyped = ring.untyped();
      int me = ring.rank();
      int left = (me + size - 1) % size;
      int right = (me + 1) % size;
      int[] out = {me * 10, me * 10 + 1, -5, -6};
      int[] in = new int[4];
      untyped.neighborAllToAll(out, Datatype.INT, 0, 1, in, Datatype.INT, 0, 1);
      // What went to the right neighbour arrives from the left one, also where both are the same.
      Check.equal(new int[] {left * 10 + 1, right * 10, 0, 0}, in, "neighborAllToAll");
      in = new int[4];
      untyped
          .started()
          .neighborAllGather(new int[] {me}, Datatype.INT, 0, 1, in, Datatype.INT, 0, 1)
          .await();
      Check.equal(new int[] {left, right, 0, 0}, in, "iNeighborAllGather");
      int[] counts = {1, 2, 0, 0};
      int[] from = {0, 1, 3, 3};
      int[] to = {4, 0, 0, 0};
      in = new int[6];
      int[] receiveCounts = {2, 1, 0, 0};
      untyped.neighborAllToAllv(
          new int[] {me, me + 100, me + 200},
          Datatype.INT,
          0,
          counts,
          from,
          in,
          Datatype.INT,
          0,
          receiveCounts,
          to);
      Check.equal(new int[] {right, 0, 0, 0, left + 100, left + 200}, in, "neighborAllToAllv");
      in = new int[6];
      untyped.neighborAllGatherv(
          new int[] {me},
          Datatype.INT,
          0,
          1,
          in,
          Datatype.INT,
          0,
          new int[] {1, 1, 0, 0},
          new int[] {5, 2, 0, 0});
      Check.equal(new int[] {0, 0, right, 0, 0, left}, in, "neighborAllGatherv");
      Datatype<?>[] types = {Datatype.INT, Datatype.INT, Datatype.INT, Datatype.INT};
      in = new int[6];
      untyped.neighborAllToAllw(
          out,
          new int[] {1, 1, 0, 0},
          new int[] {0, 4, 0, 0},
          types,
          in,
          new int[] {1, 1, 0, 0},
          new int[] {8, 12, 0, 0},
          types);
      Check.equal(new int[] {0, 0, left * 10 + 1, right * 10, 0, 0}, in, "neighborAllToAllw");
    }
    Check.fails(
        InvalidArgumentException.class,
        ErrorClass.TOPOLOGY,
        () ->
            world
                .untyped()
                .neighborAllGather(new int[1], Datatype.INT, 0, 1, new int[9], Datatype.INT, 0, 1),
        "no topology");
  }

  /** Lengths in ints: in one round and several, in the first of two messages and beyond. */
  private static final int[] GIVEN = {0, 1, 10, 11, 252, 253, 2_000, 40_001};

  static void aBroadcastUpToACountLeavesTheRestAsItIs(Comm world) {
    if (Observation.CHECK) {
      return; // where it is a broadcast as others
    }
    Comm comm = world.dup();
    UntypedCommunicator untyped = UntypedCommunicator.of("of", comm);
    untyped.beLenient();
    int me = comm.rank();
    for (Kind kind : kinds(world)) {
      for (int given : GIVEN) {
        for (int more : new int[] {0, 1, 3_000}) {
          int root = (given + more) % comm.size();
          int most = me == root ? given : given + more * (1 + me);
          Ints data = kind.of(most + 1).fill(me);
          untyped.broadcastUpTo(data.buffer, kind.type(), data.offset(0), most, root);
          for (int i = 0; i < data.length(); i++) {
            int from = i < given * kind.width() ? root : me;
            Check.equal(value(from, i), data.get(i), kind + " of " + given + ", element " + i);
          }
        }
      }
    }
    comm.close();
  }

  @Ranks(min = 2)
  static void aRankThatTakesLessThanTheRootGivesFailsAlone(Comm world) {
    if (Observation.CHECK) {
      return;
    }
    // Between hosts by an algorithm that divides the data, on all ranks alike.
    Comm comm = world.dup(new Info().set("ronsel.collective.broadcast", "scatter-allgather"));
    UntypedCommunicator untyped = UntypedCommunicator.of("of", comm);
    untyped.beLenient();
    int me = comm.rank();
    for (int given : GIVEN) {
      int last = comm.size() - 1;
      int most = me == last ? given - 1 : given;
      if (given == 0) {
        continue;
      }
      int[] data = new int[given];
      Arrays.fill(data, me + 1);
      Check.Statement call = () -> untyped.broadcastUpTo(data, Datatype.INT, 0, most, 0);
      if (me == last) {
        Check.fails(TruncationException.class, null, call, "rank 0 gives", "" + given);
        Check.equal(me + 1, data[given - 1], "what is not taken");
      } else {
        untyped.broadcastUpTo(data, Datatype.INT, 0, most, 0);
        Check.equal(1, data[given - 1], "what the root gave");
      }
      float[] floats = new float[given];
      Object buffer = me == last ? floats : data;
      Datatype<?> type = me == last ? Datatype.FLOAT : Datatype.INT;
      Check.Statement other = () -> untyped.broadcastUpTo(buffer, type, 0, given, 0);
      if (me == last) {
        Check.fails(TypeMismatchException.class, null, other, "INT", "FLOAT");
      } else {
        untyped.broadcastUpTo(buffer, type, 0, given, 0);
      }
    }
    Check.equal(comm.size(), comm.allReduce(1, Op.SUM), "ranks that go on");
    comm.close();
  }

  static void wrongArgumentsOfUntypedCallsAreNamed(Comm world) {
    UntypedComm untyped = world.untyped();
    int me = world.rank();
    Check.fails(
        InvalidArgumentException.class,
        ErrorClass.TYPE,
        () -> untyped.send(SendMode.STANDARD, new float[3], Datatype.INT, 0, 3, me, 1),
        "float[]");
    Check.fails(
        InvalidArgumentException.class,
        ErrorClass.BUFFER,
        () -> untyped.send(SendMode.STANDARD, "text", Datatype.INT, 0, 3, me, 1),
        "String");
    Check.fails(
        InvalidArgumentException.class,
        ErrorClass.BUFFER,
        () -> untyped.allReduce(new int[3], 0, new int[3], 1, Datatype.INT, 3, Op.SUM),
        "lie outside");
    int[] shifted = new int[4];
    Check.fails(
        InvalidArgumentException.class,
        ErrorClass.BUFFER,
        () -> untyped.allReduce(shifted, 1, shifted, 0, Datatype.INT, 3, Op.SUM),
        "overlap");
    Check.fails(
        InvalidArgumentException.class,
        ErrorClass.OP,
        () -> untyped.allReduce(new int[3], 0, new int[3], 0, Datatype.INT, 3, null),
        "op is null");
    Check.fails(
        InvalidArgumentException.class,
        ErrorClass.OP,
        () -> untyped.allReduce(new float[3], 0, new float[3], 0, Datatype.FLOAT, 3, Op.BAND),
        "not defined");
    Check.fails(
        InvalidArgumentException.class,
        ErrorClass.COUNT,
        () -> untyped.scan(new int[3], 0, new int[3], 0, Datatype.INT, -1, Op.SUM),
        "-1");
    Check.fails(
        InvalidArgumentException.class,
        ErrorClass.ROOT,
        () -> untyped.broadcast(new int[3], Datatype.INT, 0, 3, -1),
        "root -1");
  }
}
