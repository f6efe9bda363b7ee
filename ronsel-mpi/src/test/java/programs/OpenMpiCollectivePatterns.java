package programs;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import mpi.Datatype;
import mpi.GraphComm;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Op;
import mpi.Prequest;
import mpi.Request;
import mpi.Struct;
import mpi.UserFunction;

/**
 * Programs in the spelling of Open MPI as test suites of MPI libraries have them: calls that are
 * under way together, types that differ on two sides, nothing to send, groups that answer one
 * another.
 */
final class OpenMpiCollectivePatterns {
  private OpenMpiCollectivePatterns() {}

  private static Intracomm world() {
    return MPI.COMM_WORLD;
  }

  private static int[] filled(int length, int value) {
    int[] array = new int[length];
    Arrays.fill(array, value);
    return array;
  }

  // ---- types ----

  /** The root has numbers side by side, the others every second place, or a column. */
  static void typesDifferWhereSignaturesDoNot(String[] args) throws MPIException {
    MPI.Init(args);
    int me = world().getRank();
    Datatype row = Datatype.createContiguous(6, MPI.INT);
    Datatype column = Datatype.createVector(6, 1, 4, MPI.INT);
    row.commit();
    column.commit();
    for (int root = 0; root < world().getSize(); root++) {
      boolean flat = me == root;
      int[] data = new int[24];
      for (int i = 0; flat && i < 6; i++) {
        data[i] = root + i + 1;
      }
      if (flat) {
        world().bcast(data, 6, MPI.INT, root);
      } else if (me % 2 == 0) {
        world().bcast(data, 1, column, root);
      } else {
        world().bcast(data, 1, row, root);
      }
      for (int i = 0; i < 6; i++) {
        int at = !flat && me % 2 == 0 ? 4 * i : i;
        Check.equal(data[at], root + i + 1, "element " + i + " from " + root);
      }
    }
    // Columns are gathered to rows: a matrix is transposed by its datatype.
    int size = world().getSize();
    Datatype one = Datatype.createVector(size, 1, size, MPI.INT);
    Datatype columns = Datatype.createResized(one, 0, 4);
    columns.commit();
    int[] own = IntStream.range(0, size).map(i -> 100 * me + i).toArray();
    int[] all = new int[size * size];
    world().allGather(own, size, MPI.INT, all, 1, columns);
    int[] dealt = new int[size];
    world().scatter(all, 1, columns, dealt, size, MPI.INT, size - 1);
    for (int i = 0; i < size * size; i++) {
      Check.equal(all[i], 100 * (i % size) + i / size, "transposed");
    }
    Check.equal(dealt, own, "scattered again");
    for (Datatype type : List.of(row, column, one, columns)) {
      type.free();
    }
    MPI.Finalize();
  }

  static void typesOfNoElementsAreSent(String[] args) throws MPIException {
    MPI.Init(args);
    Datatype nothing = Datatype.createContiguous(0, MPI.INT);
    nothing.commit();
    int[] data = {4};
    for (int root = 0; root < world().getSize(); root++) {
      world().bcast(data, 1, nothing, root);
      world().bcast(data, 0, MPI.INT, root);
      world().iBcast(MPI.newIntBuffer(1), 0, MPI.INT, root).waitFor();
      world().gather(data, 5, nothing, new int[1], 5, nothing, root);
      world().reduce(data, new int[1], 0, MPI.INT, MPI.SUM, root);
    }
    world().allGather(new int[0], 0, MPI.INT, new int[0], 0, MPI.INT);
    world().allReduce(data, 0, MPI.INT, MPI.SUM);
    world().allToAll(data, 0, MPI.INT, data.clone(), 0, MPI.INT);
    int[] none = new int[world().getSize()];
    world().allToAllv(new int[0], none, none, MPI.INT, new int[0], none, none, MPI.INT);
    Check.equal(data[0], 4, "what nobody has sent");
    nothing.free();
    MPI.Finalize();
  }

  // ---- under way together ----

  static void emptyBlocksLieAnywhere(String[] args) throws MPIException {
    MPI.Init(args);
    int me = world().getRank();
    int size = world().getSize();
    int[] counts = new int[size];
    int[] places = new int[size];
    for (int rank = 0; rank < size; rank++) {
      counts[rank] = 1 - rank % 2;
      places[rank] = rank % 2 == 0 ? rank : rank % 4 == 1 ? 1000 : -1000;
    }
    int[] all = new int[size];
    world().allGatherv(new int[] {me + 1}, counts[me], MPI.INT, all, counts, places, MPI.INT);
    int[] part = new int[1];
    world().scatterv(all, counts, places, MPI.INT, part, counts[me], MPI.INT, 0);
    Check.equal(part[0], counts[me] * (me + 1), "what came back");
    for (int rank = 0; rank < size; rank++) {
      Check.equal(all[rank], counts[rank] * (rank + 1), "block of " + rank);
    }
    MPI.Finalize();
  }

  static void whatIsGivenMayLieWhereIsReceived(String[] args) throws MPIException {
    if (Boolean.getBoolean("ronsel.check")) {
      return; // refuses that
    }
    MPI.Init(args);
    int me = world().getRank();
    int size = world().getSize();
    for (int root = 0; root < size; root++) {
      int[] lengths = new int[size];
      lengths[0] = 10 + me;
      world().gather(lengths, 1, MPI.INT, lengths, 1, MPI.INT, root);
      for (int at = 0; at < size && me == root; at++) {
        Check.equal(lengths[at], 10 + at, "gathered at " + root);
      }
    }
    MPI.Finalize();
  }

  static void shorterBlocksThanExpectedLeaveTheRestAsItIs(String[] args) throws MPIException {
    if (Boolean.getBoolean("ronsel.check")) {
      return; // refuses them
    }
    MPI.Init(args);
    int me = world().getRank();
    int size = world().getSize();
    int[] counts = new int[size];
    int[] places = new int[size];
    for (int rank = 0; rank < size; rank++) {
      counts[rank] = 4;
      places[rank] = 4 * rank;
    }
    double[] own = {me, me, me, me};
    for (int shorter = 0; shorter < size; shorter++) {
      int given = me == shorter ? 3 : 4;
      double[] all = new double[4 * size];
      Arrays.fill(all, -1);
      Request gathers =
          world().iGatherv(own, given, MPI.DOUBLE, all, counts, places, MPI.DOUBLE, 0);
      int[] shortCounts = counts.clone();
      shortCounts[shorter] = 3;
      double[] numbers = new double[4 * size];
      Arrays.setAll(numbers, at -> at);
      double[] part = {-1, -1, -1, -1};
      Prequest scatters =
          world().scattervInit(numbers, shortCounts, places, MPI.DOUBLE, part, 4, MPI.DOUBLE, 0);
      scatters.start();
      scatters.waitFor();
      gathers.waitFor();
      scatters.free();
      for (int at = 0; at < 4 * size && me == 0; at++) {
        boolean came = at / 4 != shorter || at % 4 < 3;
        Check.equal(all[at], came ? at / 4 : -1.0, "gathered " + at);
      }
      for (int at = 0; at < 4; at++) {
        boolean came = me != shorter || at < 3;
        Check.equal(part[at], came ? 4.0 * me + at : -1.0, "scattered " + at);
      }
    }
    MPI.Finalize();
  }

  static void aDatatypeMayBeFreedBeforeAReductionOfItIsComplete(String[] args) throws MPIException {
    MPI.Init(args);
    int size = world().getSize();
    Datatype pair = Datatype.createContiguous(2, MPI.INT);
    pair.commit();
    Op sum = new Op(new SumOfPairs(), true);
    int[] own = {1, 2, 3, 4};
    int[] all = new int[4];
    Request reduces = world().iAllReduce(own, all, 2, pair, sum);
    pair.free();
    reduces.waitFor();
    sum.free();
    for (int i = 0; i < 4; i++) {
      Check.equal(all[i], size * own[i], "sum " + i);
    }
    MPI.Finalize();
  }

  private static final class SumOfPairs extends UserFunction {
    @Override
    public void call(Object in, Object inOut, int count, Datatype type) {
      int[] from = (int[]) in;
      int[] to = (int[]) inOut;
      for (int i = 0; i < 2 * count; i++) {
        to[i] += from[i];
      }
    }
  }

  static void manyCallsOfAllKindsAreUnderWay(String[] args) throws MPIException {
    MPI.Init(args);
    int size = world().getSize();
    int me = world().getRank();
    Intracomm comm = world().dup();
    Random own = new Random(me);
    for (int round = 0; round < 5; round++) {
      List<Request> requests = new ArrayList<>();
      List<Runnable> checks = new ArrayList<>();
      for (int i = 0; i < 12; i++) {
        Intracomm on = i % 3 == 0 ? comm : world();
        int length = i % 2 == 0 ? 3 : 3000;
        int root = (i + round) % size;
        int[] said = filled(length, me == root ? i : -1);
        requests.add(on.iBcast(said, length, MPI.INT, root));
        int value = i;
        checks.add(() -> Check.equal(said, filled(length, value), "iBcast"));
        int[] sum = new int[length];
        requests.add(on.iAllReduce(filled(length, me), sum, length, MPI.INT, MPI.SUM));
        checks.add(() -> Check.equal(sum, filled(length, size * (size - 1) / 2), "iAllReduce"));
        requests.add(on.iBarrier());
        int[] all = new int[size * length];
        requests.add(on.iAllGather(filled(length, me), length, MPI.INT, all, length, MPI.INT));
        checks.add(() -> Check.equal(all[size * length - 1], size - 1, "iAllGather"));
        int[] from = new int[size * length];
        requests.add(
            on.iAllToAll(filled(size * length, me), length, MPI.INT, from, length, MPI.INT));
        checks.add(() -> Check.equal(from, all, "iAllToAll"));
        int[] prefix = new int[length];
        requests.add(on.iScan(filled(length, 1), prefix, length, MPI.INT, MPI.SUM));
        checks.add(() -> Check.equal(prefix, filled(length, me + 1), "iScan"));
        int[] message = {me, i};
        int[] taken = new int[2];
        requests.add(comm.iSend(message, 2, MPI.INT, (me + 1) % size, i));
        requests.add(comm.iRecv(taken, 2, MPI.INT, (me + size - 1) % size, i));
        checks.add(() -> Check.equal(taken, new int[] {(me + size - 1) % size, value}, "iRecv"));
      }
      int[] blocking = new int[1];
      world().allReduce(new int[] {1}, blocking, 1, MPI.INT, MPI.SUM);
      Check.equal(blocking[0], size, "a call that blocks in between");
      Collections.shuffle(requests, own);
      Request[] all = requests.toArray(Request[]::new);
      switch (round) {
        case 0 -> Request.waitAll(all);
        case 1 -> {
          for (int left = all.length; left > 0; left--) {
            all[Request.waitAny(all)].free();
          }
        }
        case 2 -> {
          int left = all.length;
          while (left > 0) {
            left -= Request.waitSome(all).length;
          }
        }
        case 3 -> {
          while (!Request.testAll(all)) {
            Thread.onSpinWait();
          }
        }
        default -> {
          for (Request request : all) {
            request.waitFor();
          }
        }
      }
      checks.forEach(Runnable::run);
    }
    comm.free();
    MPI.Finalize();
  }

  static void aCommunicatorIsFreedWhileCallsAreUnderWay(String[] args) throws MPIException {
    MPI.Init(args);
    int size = world().getSize();
    for (int i = 0; i < 10; i++) {
      Intracomm comm = world().dup();
      int[] sum = new int[100];
      Request request = comm.iAllReduce(filled(100, 1), sum, 100, MPI.INT, MPI.SUM);
      Request barrier = comm.iBarrier();
      comm.free();
      barrier.waitFor();
      request.waitFor();
      Check.equal(sum, filled(100, size), "sum");
    }
    MPI.Finalize();
  }

  static void partsOfTheWorldCallOnTheirOwn(String[] args) throws MPIException {
    MPI.Init(args);
    int me = world().getRank();
    int size = world().getSize();
    for (int parts = 1; parts <= size; parts++) {
      Intracomm part = world().split(me % parts, -me);
      int n = part.getSize();
      int[] order = new int[n];
      part.allGather(new int[] {me}, 1, MPI.INT, order, 1, MPI.INT);
      for (int i = 1; i < n; i++) {
        Check.equal(order[i - 1] - order[i], parts, "in descending order");
      }
      int[] least = {me};
      part.allReduce(least, 1, MPI.INT, MPI.MIN);
      Check.equal(least[0], me % parts, "least of the part");
      Request open = part.iBarrier();
      int[] greatest = {me};
      world().allReduce(greatest, 1, MPI.INT, MPI.MAX);
      Check.equal(greatest[0], size - 1, "greatest of the world");
      open.waitFor();
      part.free();
    }
    int[] alone = {me};
    MPI.COMM_SELF.bcast(alone, 1, MPI.INT, 0);
    MPI.COMM_SELF.allReduce(alone, 1, MPI.INT, MPI.SUM);
    MPI.COMM_SELF.iBarrier().waitFor();
    Check.equal(alone[0], me, "alone");
    MPI.Finalize();
  }

  static void threadsCallOnCommunicatorsOfTheirOwn(String[] args) throws Exception {
    int provided = MPI.InitThread(args, MPI.THREAD_MULTIPLE);
    Check.equal(provided, MPI.THREAD_MULTIPLE, "thread level");
    int size = world().getSize();
    int threads = 3;
    List<Thread> all = new ArrayList<>();
    List<Throwable> thrown = Collections.synchronizedList(new ArrayList<>());
    for (int t = 0; t < threads; t++) {
      Intracomm comm = world().dup();
      int number = t;
      Thread thread =
          new Thread(
              () -> {
                try {
                  for (int i = 0; i < 30; i++) {
                    int[] sum = {number + i};
                    comm.allReduce(sum, 1, MPI.INT, MPI.SUM);
                    Check.equal(sum[0], size * (number + i), "sum of thread " + number);
                    int[] said = filled(700, comm.getRank() == i % size ? i : 0);
                    comm.iBcast(said, 700, MPI.INT, i % size).waitFor();
                    Check.equal(said[699], i, "said to thread " + number);
                  }
                  comm.free();
                } catch (Throwable e) {
                  thrown.add(e);
                }
              });
      all.add(thread);
      thread.start();
    }
    for (Thread thread : all) {
      thread.join();
    }
    Check.equal(thrown, List.of(), "what the threads threw");
    MPI.Finalize();
  }

  // ---- operators ----

  /** Products of matrices: associative, and who comes first shows. */
  private static final class Product extends UserFunction {
    @Override
    public void call(Object in, Object inOut, int count, Datatype type) {
      double[] left = (double[]) in;
      double[] right = (double[]) inOut;
      for (int m = 0; m < 4 * count; m += 4) {
        double a = left[m] * right[m] + left[m + 1] * right[m + 2];
        double b = left[m] * right[m + 1] + left[m + 1] * right[m + 3];
        double c = left[m + 2] * right[m] + left[m + 3] * right[m + 2];
        double d = left[m + 2] * right[m + 1] + left[m + 3] * right[m + 3];
        right[m] = a;
        right[m + 1] = b;
        right[m + 2] = c;
        right[m + 3] = d;
      }
    }
  }

  /** Of rank r: a shear along one axis or the other. */
  private static double[] shears(int rank, int count) {
    double[] all = new double[4 * count];
    for (int i = 0; i < count; i++) {
      all[4 * i] = 1;
      all[4 * i + 3] = 1;
      all[4 * i + 1 + (rank + i) % 2] = rank + 1;
    }
    return all;
  }

  private static double[] product(int from, int to, int count) {
    double[] all = shears(from, count);
    for (int rank = from + 1; rank < to; rank++) {
      double[] next = shears(rank, count);
      new Product().call(all, next, count, MPI.DOUBLE);
      all = next;
    }
    return all;
  }

  static void matricesAreMultipliedInTheOrderOfRanks(String[] args) throws MPIException {
    MPI.Init(args);
    int me = world().getRank();
    int size = world().getSize();
    Datatype matrix = Datatype.createContiguous(4, MPI.DOUBLE);
    matrix.commit();
    Op product = new Op(new Product(), false);
    Check.that(!product.isCommutative() && MPI.SUM.isCommutative(), "who commutes");
    for (int count : new int[] {0, 1, 5, 600}) {
      double[] in = shears(me, count);
      double[] out = new double[4 * count];
      world().allReduce(in, out, count, matrix, product);
      Check.equal(out, product(0, size, count), "allReduce");
      double[] own = in.clone();
      world().iAllReduce(own, count, matrix, product).waitFor();
      Check.equal(own, out, "iAllReduce in place");
      for (int root = 0; root < size; root++) {
        double[] atRoot = new double[4 * count];
        world().reduce(in, atRoot, count, matrix, product, root);
        Check.equal(atRoot, me == root ? out : new double[4 * count], "reduce");
      }
      world().scan(in, atStart(own), count, matrix, product);
      Check.equal(own, product(0, me + 1, count), "scan");
      Arrays.fill(own, -1);
      double[] untouched = own.clone();
      world().exScan(in, own, count, matrix, product);
      Check.equal(own, me == 0 ? untouched : product(0, me, count), "exScan");
      double[] whole = shears(me, count * size);
      double[] part = new double[4 * count];
      world().reduceScatterBlock(whole, part, count, matrix, product);
      double[] all = product(0, size, count * size);
      Check.equal(part, Arrays.copyOfRange(all, 4 * count * me, 4 * count * (me + 1)), "block");
      int[] counts = new int[size];
      counts[size - 1] = count * size;
      double[] last = new double[me == size - 1 ? 4 * count * size : 0];
      world().reduceScatter(whole, last, counts, matrix, product);
      Check.equal(last, me == size - 1 ? all : new double[0], "all for the last");
    }
    product.free();
    matrix.free();
    MPI.Finalize();
  }

  private static double[] atStart(double[] array) {
    Arrays.fill(array, 0);
    return array;
  }

  static void placesOfTheGreatestAndLeast(String[] args) throws MPIException {
    MPI.Init(args);
    int me = world().getRank();
    int size = world().getSize();
    ByteBuffer in = MPI.newByteBuffer(4 * MPI.doubleInt.getExtent());
    ByteBuffer out = MPI.newByteBuffer(in.capacity());
    for (int i = 0; i < 4; i++) {
      mpi.DoubleInt.Data pair = MPI.doubleInt.getData(in, i);
      pair.putValue((me + i) % size / 2);
      pair.putIndex(me);
    }
    world().allReduce(in, out, 4, MPI.DOUBLE_INT, MPI.MAXLOC);
    for (int i = 0; i < 4; i++) {
      double most = (size - 1) / 2;
      int where = 0;
      while ((where + i) % size / 2 != most) {
        where++;
      }
      mpi.DoubleInt.Data found = MPI.doubleInt.getData(out, i);
      Check.equal(found.getValue(), most, "greatest");
      Check.equal(found.getIndex(), where, "the lowest that has it");
    }
    MPI.Finalize();
  }

  // ---- two groups ----

  static void groupsAnswerOneAnother(String[] args) throws MPIException {
    MPI.Init(args);
    int me = world().getRank();
    int size = world().getSize();
    if (size == 1) {
      MPI.Finalize();
      return;
    }
    boolean low = me < (size + 1) / 3 || me == 0;
    int lows = Math.max(1, (size + 1) / 3);
    Intracomm half = world().split(low ? 0 : 1, me);
    Intercomm inter = world().createIntercomm(half, 0, low ? lows : 0, 9);
    int remote = inter.getRemoteSize();
    int first = low ? lows : 0;
    int own = half.getSize();
    List<Request> requests = new ArrayList<>();
    int[] all = new int[remote];
    requests.add(inter.iAllGather(new int[] {me}, 1, MPI.INT, all, 1, MPI.INT));
    int[] sum = new int[1];
    requests.add(inter.iAllReduce(new int[] {me}, sum, 1, MPI.INT, MPI.SUM));
    requests.add(inter.iBarrier());
    int[] swapped = new int[remote];
    requests.add(inter.iAllToAll(filled(remote, me), 1, MPI.INT, swapped, 1, MPI.INT));
    int[] counts = IntStream.range(first, first + remote).map(r -> r % 3).toArray();
    int[] places = new int[remote];
    for (int i = 1; i < remote; i++) {
      places[i] = places[i - 1] + counts[i - 1];
    }
    int[] uneven = new int[Arrays.stream(counts).sum()];
    requests.add(
        inter.iAllGatherv(filled(me % 3, me), me % 3, MPI.INT, uneven, counts, places, MPI.INT));
    int[] block = new int[remote];
    requests.add(
        inter.iReduceScatterBlock(filled(own * remote, 1), block, remote, MPI.INT, MPI.SUM));
    Collections.reverse(requests);
    Request.waitAll(requests.toArray(Request[]::new));
    int[] others = IntStream.range(first, first + remote).toArray();
    Check.equal(all, others, "iAllGather");
    Check.equal(swapped, others, "iAllToAll");
    Check.equal(sum[0], Arrays.stream(others).sum(), "iAllReduce");
    Check.equal(
        uneven,
        Arrays.stream(others).flatMap(r -> IntStream.generate(() -> r).limit(r % 3)).toArray(),
        "iAllGatherv");
    Check.equal(block, filled(remote, remote), "iReduceScatterBlock");
    for (int top = 0; top < 2; top++) {
      for (int root = 0; root < (top == 0 ? lows : size - lows); root++) {
        rooted(inter, low == (top == 0), root, others, own);
      }
    }
    Intracomm merged = inter.merge(low);
    int[] count = {1};
    merged.allReduce(count, 1, MPI.INT, MPI.SUM);
    Check.equal(count[0], size, "ranks of the merged groups");
    merged.free();
    inter.free();
    half.free();
    MPI.Finalize();
  }

  private static void rooted(Intercomm inter, boolean mine, int root, int[] others, int own)
      throws MPIException {
    int me = world().getRank();
    boolean isRoot = mine && inter.getRank() == root;
    int argument = !mine ? root : isRoot ? MPI.ROOT : MPI.PROC_NULL;
    int[] said = filled(50, isRoot ? 5 : -1);
    Request bcast = inter.iBcast(said, 50, MPI.INT, argument);
    int[] gathered = new int[others.length];
    // What means nothing at the root may be missing there.
    int[] given = isRoot ? null : new int[] {me};
    int count = isRoot ? 0 : 1;
    Request gather = inter.iGather(given, count, MPI.INT, gathered, 1, MPI.INT, argument);
    int[] dealt = new int[1];
    int[] toDeal = others.clone();
    Request scatter = inter.iScatter(toDeal, 1, MPI.INT, dealt, 1, MPI.INT, argument);
    int[] most = {-1};
    inter.reduce(new int[] {me}, most, 1, MPI.INT, MPI.MAX, argument);
    scatter.waitFor();
    gather.waitFor();
    bcast.waitFor();
    Check.equal(said, filled(50, isRoot || !mine ? 5 : -1), "iBcast");
    Check.equal(gathered, isRoot ? others : new int[others.length], "iGather");
    Check.equal(dealt[0], mine ? 0 : me, "iScatter");
    Check.equal(most[0], isRoot ? others[others.length - 1] : -1, "reduce");
  }

  // ---- neighbours ----

  /** Everybody sends to the next, but the last to nobody. */
  static void theEndsOfAChainHaveOneNeighbor(String[] args) throws MPIException {
    MPI.Init(args);
    int me = world().getRank();
    int size = world().getSize();
    int[] before = me == 0 ? new int[0] : new int[] {me - 1};
    int[] behind = me == size - 1 ? new int[0] : new int[] {me + 1};
    GraphComm chain = world().createDistGraphAdjacent(before, behind, MPI.INFO_NULL, false);
    for (int length : new int[] {1, 5000}) {
      int[] got = new int[before.length * length];
      int[] due = filled(before.length * length, me - 1);
      chain.neighborAllGather(filled(length, me), length, MPI.INT, got, length, MPI.INT);
      Check.equal(got, due, "neighborAllGather");
      Arrays.fill(got, -1);
      int[] given = filled(behind.length * length, me);
      chain.neighborAllToAll(given, length, MPI.INT, got, length, MPI.INT);
      Check.equal(got, due, "neighborAllToAll");
      Arrays.fill(got, -1);
      chain.iNeighborAllToAll(given, length, MPI.INT, got, length, MPI.INT).waitFor();
      Check.equal(got, due, "iNeighborAllToAll");
      Arrays.fill(got, -1);
      chain
          .iNeighborAllToAllv(
              given,
              filled(behind.length, length),
              new int[behind.length],
              MPI.INT,
              got,
              filled(before.length, length),
              new int[before.length],
              MPI.INT)
          .waitFor();
      Check.equal(got, due, "iNeighborAllToAllv");
    }
    chain.free();
    MPI.Finalize();
  }

  // ---- what benchmarks do ----

  static void benchmarksOfDirectBuffersAndArrays(String[] args) throws MPIException {
    MPI.Init(args);
    int me = world().getRank();
    int size = world().getSize();
    ByteBuffer in = MPI.newByteBuffer(size * 4096);
    ByteBuffer out = MPI.newByteBuffer(size * 4096);
    double[] times = new double[1];
    for (int length = 1; length <= 4096; length *= 8) {
      for (int i = 0; i < 20; i++) {
        for (int j = 0; j < length; j++) {
          in.put(j, (byte) (me + i));
        }
        double start = MPI.wtime();
        world().allGather(in, length, MPI.BYTE, out, length, MPI.BYTE);
        times[0] += MPI.wtime() - start;
        world().barrier();
        Check.equal(out.get(size * length - 1), (byte) (size - 1 + i), "allGather");
        world().gather(in, length, MPI.BYTE, out, length, MPI.BYTE, i % size);
        world().bcast(out, size * length, MPI.BYTE, i % size);
        Check.equal(out.get(0), (byte) i, "gather and bcast");
        byte[] from = new byte[size * length];
        byte[] to = new byte[size * length];
        out.get(0, from);
        world().allToAll(from, length, MPI.BYTE, to, length, MPI.BYTE);
        Check.equal(to[size * length - 1], (byte) (me + i), "allToAll");
      }
    }
    double[] least = new double[1];
    double[] most = new double[1];
    world().reduce(times, least, 1, MPI.DOUBLE, MPI.MIN, 0);
    world().reduce(times, most, 1, MPI.DOUBLE, MPI.MAX, 0);
    Check.that(me > 0 || least[0] <= most[0], "times");
    float[] floats = new float[1000];
    Arrays.fill(floats, me);
    world().allReduce(floats, 1000, MPI.FLOAT, MPI.MAX);
    Check.equal(floats[999], size - 1f, "allReduce of floats");
    MPI.Finalize();
  }

  static void preparedCallsAreStartedTogether(String[] args) throws MPIException {
    MPI.Init(args);
    int me = world().getRank();
    int size = world().getSize();
    int[] said = new int[10];
    int[] sum = new int[10];
    int[] in = new int[10];
    Prequest[] all = {
      world().bcastInit(said, 10, MPI.INT, size - 1),
      world().allReduceInit(in, sum, 10, MPI.INT, MPI.SUM),
      world().barrierInit()
    };
    for (int turn = 0; turn < 20; turn++) {
      Arrays.fill(said, me == size - 1 ? turn : -1);
      Arrays.fill(in, turn);
      Prequest.startAll(all);
      world().barrier();
      if (turn % 2 == 0) {
        Request.waitAll(all);
      } else {
        for (int i = 2; i >= 0; i--) {
          all[i].waitFor();
        }
      }
      Check.equal(said, filled(10, turn), "bcastInit");
      Check.equal(sum, filled(10, turn * size), "allReduceInit");
    }
    for (Prequest request : all) {
      request.free();
    }
    MPI.Finalize();
  }

  /** A struct of an int and three doubles. */
  private static final class Particle extends Struct {
    private final int id = addInt();
    private final int at = addDouble(3);

    @Override
    protected Data newData() {
      return new Data();
    }

    private final class Data extends Struct.Data {
      int id() {
        return getInt(id);
      }

      double at(int i) {
        return getDouble(at, i);
      }

      void put(int number) {
        putInt(id, number);
        for (int i = 0; i < 3; i++) {
          putDouble(at, i, number + i / 4.0);
        }
      }
    }
  }

  static void structsAreGatheredAndDealtOut(String[] args) throws MPIException {
    MPI.Init(args);
    int me = world().getRank();
    int size = world().getSize();
    Particle particle = new Particle();
    Datatype type = particle.getType();
    int extent = particle.getExtent();
    ByteBuffer own = MPI.newByteBuffer(2 * extent);
    ByteBuffer all = MPI.newByteBuffer(2 * size * extent);
    for (int i = 0; i < 2; i++) {
      ((Particle.Data) particle.getData(own, i)).put(10 * me + i);
    }
    world().allGather(own, 2, type, all, 2, type);
    ByteBuffer back = MPI.newByteBuffer(2 * extent);
    world().iScatter(all, 2, type, back, 2, type, size / 2).waitFor();
    for (int i = 0; i < 2 * size; i++) {
      Particle.Data data = (Particle.Data) particle.getData(all, i);
      Check.equal(data.id(), 10 * (i / 2) + i % 2, "id");
      Check.equal(data.at(2), 10 * (i / 2) + i % 2 + 0.5, "place");
    }
    Check.equal(((Particle.Data) particle.getData(back, 1)).id(), 10 * me + 1, "dealt out");
    MPI.Finalize();
  }
}
