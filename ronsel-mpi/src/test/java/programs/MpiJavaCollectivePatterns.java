package programs;

import java.util.Arrays;
import java.util.stream.IntStream;
import mpi.Cartcomm;
import mpi.Datatype;
import mpi.Group;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Op;
import mpi.Request;
import mpi.Status;
import mpi.User_function;

/**
 * Programs in the spelling of mpiJava as test suites of MPI libraries have them: types that differ
 * on two sides, holes and permuted places, nothing to send, parts of the world.
 */
final class MpiJavaCollectivePatterns {
  private MpiJavaCollectivePatterns() {}

  private static int[] filled(int length, int value) {
    int[] array = new int[length];
    Arrays.fill(array, value);
    return array;
  }

  static void typesDifferWhereSignaturesDoNot(String[] args) {
    MPI.Init(args);
    Intracomm world = MPI.COMM_WORLD;
    int me = world.Rank();
    Datatype column = Datatype.Vector(5, 1, 3, MPI.DOUBLE);
    column.Commit();
    Datatype backwards = Datatype.Indexed(new int[] {2, 3}, new int[] {3, 0}, MPI.DOUBLE);
    backwards.Commit();
    for (int root = 0; root < world.Size(); root++) {
      double[] data = new double[20];
      if (me == root) {
        for (int i = 0; i < 5; i++) {
          data[2 + i] = 10 * root + i;
        }
        world.Bcast(data, 2, 5, MPI.DOUBLE, root);
      } else {
        world.Bcast(data, 2, 1, me % 2 == 0 ? column : backwards, root);
      }
      int[] at =
          me == root
              ? new int[] {2, 3, 4, 5, 6}
              : me % 2 == 0 ? new int[] {2, 5, 8, 11, 14} : new int[] {5, 6, 2, 3, 4};
      for (int i = 0; i < 5; i++) {
        Check.equal(data[at[i]], 10.0 * root + i, "element " + i);
      }
    }
    MPI.Finalize();
  }

  static void emptyBlocksLieAnywhere(String[] args) {
    MPI.Init(args);
    Intracomm world = MPI.COMM_WORLD;
    int me = world.Rank();
    int size = world.Size();
    int[] counts = new int[size];
    int[] places = new int[size];
    for (int rank = 0; rank < size; rank++) {
      counts[rank] = 1 - rank % 2;
      places[rank] = rank % 2 == 0 ? rank : rank % 4 == 1 ? 1000 : -1000;
    }
    int[] all = new int[size];
    world.Allgatherv(new int[] {me + 1}, 0, counts[me], MPI.INT, all, 0, counts, places, MPI.INT);
    String[] names = new String[size];
    world.Gatherv(
        new String[] {"rank " + me},
        0,
        counts[me],
        MPI.OBJECT,
        names,
        0,
        counts,
        places,
        MPI.OBJECT,
        0);
    String[] name = new String[1];
    world.Scatterv(names, 0, counts, places, MPI.OBJECT, name, 0, counts[me], MPI.OBJECT, 0);
    Check.equal(name[0], counts[me] == 0 ? null : "rank " + me, "object");
    for (int rank = 0; rank < size; rank++) {
      Check.equal(all[rank], counts[rank] * (rank + 1), "block of " + rank);
    }
    MPI.Finalize();
  }

  static void shorterBlocksThanExpectedLeaveTheRestAsItIs(String[] args) {
    if (Boolean.getBoolean("ronsel.check")) {
      return; // refuses them
    }
    MPI.Init(args);
    Intracomm world = MPI.COMM_WORLD;
    int me = world.Rank();
    int size = world.Size();
    int[] counts = new int[size];
    int[] places = new int[size];
    for (int rank = 0; rank < size; rank++) {
      counts[rank] = 4;
      places[rank] = 4 * rank;
    }
    for (int shorter = 0; shorter < size; shorter++) {
      for (int length : new int[] {0, 3}) {
        int[] own = {me, me, me, me};
        int[] all = filled(4 * size, -1);
        int given = me == shorter ? length : 4;
        world.Gatherv(own, 0, given, MPI.INT, all, 0, counts, places, MPI.INT, size - 1);
        for (int at = 0; at < 4 * size && me == size - 1; at++) {
          boolean came = at / 4 != shorter || at % 4 < length;
          Check.equal(all[at], came ? at / 4 : -1, "gathered " + at);
        }
        int[] shortCounts = counts.clone();
        shortCounts[shorter] = length;
        int[] part = filled(4, -1);
        int[] numbers = new int[4 * size];
        Arrays.setAll(numbers, at -> at);
        world.Scatterv(numbers, 0, shortCounts, places, MPI.INT, part, 0, 4, MPI.INT, 0);
        for (int at = 0; at < 4; at++) {
          boolean came = me != shorter || at < length;
          Check.equal(part[at], came ? 4 * me + at : -1, "scattered " + at);
        }
      }
    }
    MPI.Finalize();
  }

  static void aBroadcastMayBeShorterThanItsReceiversAllow(String[] args) {
    if (Boolean.getBoolean("ronsel.check")) {
      return; // refuses that
    }
    MPI.Init(args);
    Intracomm world = MPI.COMM_WORLD;
    int me = world.Rank();
    world.Bcast("no buffer", 0, 0, MPI.INT, 0); // what has no elements may lie anywhere
    Datatype pair = Datatype.Contiguous(2, MPI.INT);
    pair.Commit();
    for (int given : new int[] {0, 1, 30, 300, 50_000}) {
      int root = given % world.Size();
      int[] numbers = filled(2 * given + 8, me == root ? 7 : -1);
      boolean inPairs = me != root && me % 2 == 1;
      if (inPairs) {
        world.Bcast(numbers, 1, given + 3, pair, root);
      } else {
        world.Bcast(numbers, 1, me == root ? 2 * given : 2 * given + 5, MPI.INT, root);
      }
      for (int at = 0; at < numbers.length; at++) {
        boolean came = me == root || at >= 1 && at <= 2 * given;
        Check.equal(numbers[at], came ? 7 : -1, given + " given, element " + at);
      }
      String[] words = new String[given + 2];
      Arrays.fill(words, 0, given, me == root ? "word" : null);
      world.Bcast(words, 0, me == root ? given : given + 2, MPI.OBJECT, root);
      Check.equal(words[given], null, "word behind the last");
      Check.that(given == 0 || "word".equals(words[given - 1]), "last of " + given + " words");
    }
    MPI.Finalize();
  }

  static void whatIsGivenMayLieWhereIsReceived(String[] args) {
    if (Boolean.getBoolean("ronsel.check")) {
      return; // refuses that
    }
    MPI.Init(args);
    Intracomm world = MPI.COMM_WORLD;
    int me = world.Rank();
    int size = world.Size();
    for (int root = 0; root < size; root++) {
      int[] gathered = filled(size, -1);
      gathered[0] = me;
      world.Gather(gathered, 0, 1, MPI.INT, gathered, 0, 1, MPI.INT, root);
      int[] scattered = new int[size];
      Arrays.setAll(scattered, at -> me * 100 + at);
      world.Scatter(scattered, 0, 1, MPI.INT, scattered, 0, 1, MPI.INT, root);
      for (int at = 0; at < size; at++) {
        int kept = at == 0 ? me : -1;
        Check.equal(gathered[at], me == root ? at : kept, "gathered at " + root);
        int own = at == 0 ? root * 100 + me : me * 100 + at;
        Check.equal(scattered[at], own, "scattered from " + root);
      }
    }
    long[] all = new long[size];
    all[0] = me;
    world.Allgather(all, 0, 1, MPI.LONG, all, 0, 1, MPI.LONG);
    byte[] turned = new byte[size + 1];
    for (int at = 0; at < size; at++) {
      turned[at] = (byte) (10 * me + at);
    }
    world.Alltoall(turned, 0, 1, MPI.BYTE, turned, 1, 1, MPI.BYTE);
    for (int at = 0; at < size; at++) {
      Check.equal((int) all[at], at, "gathered everywhere");
      Check.equal((int) turned[1 + at], 10 * at + me, "from " + at);
    }
    double[] sums = {1, 2, 3};
    world.Allreduce(sums, 0, sums, 1, 2, MPI.DOUBLE, MPI.SUM);
    Check.equal((int) sums[0], 1, "what was given alone");
    Check.equal((int) sums[1], size, "first sum");
    Check.equal((int) sums[2], 2 * size, "second sum");
    MPI.Finalize();
  }

  static void nothingIsSent(String[] args) {
    MPI.Init(args);
    Intracomm world = MPI.COMM_WORLD;
    int size = world.Size();
    int[] none = new int[size];
    int[] one = {3};
    world.Bcast(one, 0, 0, MPI.INT, size - 1);
    world.Bcast(one, 1, 0, MPI.INT, 0);
    world.Reduce(one, 0, one, 0, 0, MPI.INT, MPI.SUM, 0);
    world.Allreduce(new int[0], 0, new int[0], 0, 0, MPI.INT, MPI.MAX);
    world.Allgather(one, 0, 0, MPI.INT, one, 1, 0, MPI.INT);
    world.Allgatherv(one, 0, 0, MPI.INT, one, 0, none, none, MPI.INT);
    world.Alltoall(one, 0, 0, MPI.INT, one, 1, 0, MPI.INT);
    world.Alltoallv(one, 0, none, none, MPI.INT, one, 0, none, none, MPI.INT);
    world.Scan(one, 0, one, 0, 0, MPI.INT, MPI.SUM);
    world.Reduce_scatter(one, 0, new int[1], 0, none, MPI.INT, MPI.SUM);
    Check.equal(one[0], 3, "what nobody has sent");
    MPI.Finalize();
  }

  static void blocksLieApartAndInAnyOrder(String[] args) {
    MPI.Init(args);
    Intracomm world = MPI.COMM_WORLD;
    int size = world.Size();
    int me = world.Rank();
    int[] counts = IntStream.range(0, size).map(r -> (r + 1) % 3).toArray();
    int[] places = IntStream.range(0, size).map(r -> 4 * (size - 1 - r) + 1).toArray();
    short[] own = new short[5];
    Arrays.fill(own, (short) (me + 1));
    for (int root = 0; root < size; root++) {
      short[] all = new short[4 * size + 2];
      world.Gatherv(own, 1, counts[me], MPI.SHORT, all, 2, counts, places, MPI.SHORT, root);
      short[] everywhere = new short[4 * size + 2];
      world.Allgatherv(own, 0, counts[me], MPI.SHORT, everywhere, 2, counts, places, MPI.SHORT);
      short[] expected = new short[4 * size + 2];
      for (int r = 0; r < size; r++) {
        int at = 2 + places[r];
        Arrays.fill(expected, at, at + counts[r], (short) (r + 1));
      }
      Check.equal(everywhere, expected, "Allgatherv");
      Check.equal(all, me == root ? expected : new short[all.length], "Gatherv");
      short[] back = new short[6];
      world.Scatterv(
          everywhere, 2, counts, places, MPI.SHORT, back, 3, counts[me], MPI.SHORT, root);
      short[] due = new short[6];
      Arrays.fill(due, 3, 3 + counts[me], (short) (me + 1));
      Check.equal(back, due, "Scatterv");
    }
    // Rank r sends to rank s (r + s) % 3 elements, backwards in memory.
    int[] given = IntStream.range(0, size).map(s -> (me + s) % 3).toArray();
    int[] from = IntStream.range(0, size).map(s -> 3 * (size - 1 - s)).toArray();
    int[] to = IntStream.range(0, size).map(s -> 4 * s).toArray();
    char[] out = new char[3 * size];
    for (int s = 0; s < size; s++) {
      Arrays.fill(out, from[s], from[s] + given[s], (char) ('a' + me + s));
    }
    char[] in = new char[4 * size];
    world.Alltoallv(out, 0, given, from, MPI.CHAR, in, 0, given, to, MPI.CHAR);
    for (int s = 0; s < size; s++) {
      for (int i = 0; i < 4; i++) {
        char due = i < given[s] ? (char) ('a' + me + s) : 0;
        Check.equal(in[4 * s + i], due, "Alltoallv from " + s);
      }
    }
    MPI.Finalize();
  }

  static void someGetNothingOfAReduction(String[] args) {
    MPI.Init(args);
    Intracomm world = MPI.COMM_WORLD;
    int size = world.Size();
    int me = world.Rank();
    for (int only = 0; only < size; only++) {
      int[] counts = new int[size];
      counts[only] = 7;
      float[] part = new float[me == only ? 7 : 0];
      float[] in = new float[7];
      Arrays.fill(in, me);
      world.Reduce_scatter(in, 0, part, 0, counts, MPI.FLOAT, MPI.SUM);
      float[] due = new float[part.length];
      Arrays.fill(due, size * (size - 1) / 2f);
      Check.equal(part, due, "all for rank " + only);
    }
    MPI.Finalize();
  }

  static void rowsAndColumnsOfAGridReduce(String[] args) {
    MPI.Init(args);
    Intracomm world = MPI.COMM_WORLD;
    int size = world.Size();
    int[] dims = new int[2];
    Cartcomm.Dims_create(size, dims);
    Cartcomm grid = world.Create_cart(dims, new boolean[] {true, false}, false);
    int[] coords = grid.Coords(grid.Rank());
    Intracomm row = grid.Sub(new boolean[] {false, true});
    Intracomm column = grid.Sub(new boolean[] {true, false});
    int[] sum = new int[2];
    row.Allreduce(new int[] {coords[1]}, 0, sum, 0, 1, MPI.INT, MPI.SUM);
    column.Allreduce(new int[] {coords[0]}, 0, sum, 1, 1, MPI.INT, MPI.SUM);
    Check.equal(sum, new int[] {dims[1] * (dims[1] - 1) / 2, dims[0] * (dims[0] - 1) / 2}, "sums");
    int[] own = new int[] {grid.Rank()};
    row.Bcast(own, 0, 1, MPI.INT, row.Size() - 1);
    column.Bcast(own, 0, 1, MPI.INT, column.Size() - 1);
    Check.equal(own[0], size - 1, "from the corner");
    MPI.Finalize();
  }

  static void partsOfTheWorldCallBetweenMessages(String[] args) {
    MPI.Init(args);
    Intracomm world = MPI.COMM_WORLD;
    int size = world.Size();
    int me = world.Rank();
    int[] evens = IntStream.range(0, (size + 1) / 2).map(i -> 2 * i).toArray();
    Group group = world.Group().Incl(evens);
    Intracomm even = world.Create(group);
    Intracomm half = world.Split(me % 2, size - me);
    int[] late = new int[1];
    Request request = world.Irecv(late, 0, 1, MPI.INT, (me + size - 1) % size, 4);
    for (int i = 0; i < 10; i++) {
      int[] count = {1};
      half.Allreduce(count, 0, count, 0, 1, MPI.INT, MPI.SUM);
      Check.equal(count[0], me % 2 == 0 ? evens.length : size / 2, "ranks of the half");
      if (me % 2 == 0) {
        int[] all = new int[evens.length];
        even.Allgather(new int[] {me}, 0, 1, MPI.INT, all, 0, 1, MPI.INT);
        Check.equal(all, evens, "even ranks");
      }
      int[] order = new int[half.Size()];
      half.Gather(new int[] {me}, 0, 1, MPI.INT, order, 0, 1, MPI.INT, 0);
      Check.that(half.Rank() > 0 || order[0] >= order[order.length - 1], "in descending order");
    }
    world.Send(new int[] {me}, 0, 1, MPI.INT, (me + 1) % size, 4);
    Status status = request.Wait();
    Check.equal(late[0], status.source, "what came meanwhile");
    world.Barrier();
    MPI.Finalize();
  }

  /** Keeps both operands' outer halves: shows order, and is associative. */
  private static final class Ends extends User_function {
    @Override
    public void Call(
        Object invec, int inoffset, Object inoutvec, int inoutoffset, int count, Datatype type) {
      int[] in = (int[]) invec;
      int[] inout = (int[]) inoutvec;
      for (int i = 0; i < count; i++) {
        inout[inoutoffset + 2 * i] = in[inoffset + 2 * i];
      }
    }
  }

  static void anOperatorOnPairsSeesWhoIsFirstAndLast(String[] args) {
    MPI.Init(args);
    Intracomm world = MPI.COMM_WORLD;
    int size = world.Size();
    int me = world.Rank();
    Datatype pair = Datatype.Contiguous(2, MPI.INT);
    pair.Commit();
    Op ends = new Op(new Ends(), false);
    for (int count : new int[] {1, 3, 20_000}) {
      int[] in = filled(2 * count + 1, me);
      int[] out = new int[2 * count + 1];
      world.Allreduce(in, 1, out, 1, count, pair, ends);
      Check.equal(new int[] {out[0], out[1], out[2 * count]}, new int[] {0, 0, size - 1}, "all");
      world.Scan(in, 1, out, 1, count, pair, ends);
      Check.equal(new int[] {out[1], out[2 * count]}, new int[] {0, me}, "Scan");
      for (int root = 0; root < size; root += 2) {
        Arrays.fill(out, -1);
        world.Reduce(in, 0, out, 0, count, pair, ends, root);
        int[] due = me == root ? new int[] {0, size - 1} : new int[] {-1, -1};
        Check.equal(Arrays.copyOf(out, 2), due, "Reduce");
      }
      int[] counts = filled(size, 0);
      counts[0] = count;
      counts[size - 1] += count;
      int[] whole = filled(2 * count * 2, me);
      int[] part = new int[2 * counts[me]];
      world.Reduce_scatter(whole, 0, part, 0, counts, pair, ends);
      for (int i = 0; i < part.length; i++) {
        Check.equal(part[i], i % 2 == 0 ? 0 : size - 1, "Reduce_scatter");
      }
    }
    ends.free();
    MPI.Finalize();
  }

  static void objectsOfAnyLengthAreExchanged(String[] args) {
    MPI.Init(args);
    Intracomm world = MPI.COMM_WORLD;
    int size = world.Size();
    int me = world.Rank();
    for (int length : new int[] {0, 1, 40_000}) {
      Object[] all = new Object[size];
      world.Allgather(
          new Object[] {"r" + me + "x".repeat(length)}, 0, 1, MPI.OBJECT, all, 0, 1, MPI.OBJECT);
      Object[] toAll = new Object[size];
      Arrays.setAll(toAll, i -> new int[] {me, i, length});
      Object[] fromAll = new Object[size];
      world.Alltoall(toAll, 0, 1, MPI.OBJECT, fromAll, 0, 1, MPI.OBJECT);
      for (int i = 0; i < size; i++) {
        Check.equal(all[i], "r" + i + "x".repeat(length), "Allgather");
        Check.equal(fromAll[i], new int[] {i, me, length}, "Alltoall");
      }
      Object[] mine = new Object[1];
      world.Scatter(all, 0, 1, MPI.OBJECT, mine, 0, 1, MPI.OBJECT, size - 1);
      Check.equal(mine[0], all[me], "Scatter");
    }
    MPI.Finalize();
  }
}
