package programs;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import mpi.Comm;
import mpi.Datatype;
import mpi.GraphComm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Op;
import mpi.Request;
import mpi.UserFunction;

/** Programs in the spelling of Open MPI: collective operations, in place and started. */
final class OpenMpiCollectiveCalls {
  private OpenMpiCollectiveCalls() {}

  private static Intracomm world() {
    return MPI.COMM_WORLD;
  }

  static void barriersAndBroadcasts(String[] args) throws MPIException {
    MPI.Init(args);
    world().barrier();
    world().iBarrier().waitFor();
    for (int root = 0; root < world().getSize(); root++) {
      int[] data = {world().getRank() == root ? root + 1 : 0};
      world().bcast(data, 1, MPI.INT, root);
      Check.equal(data[0], root + 1, "array");
      IntBuffer buffer = MPI.newIntBuffer(1).put(0, world().getRank() == root ? root + 2 : 0);
      world().iBcast(buffer, 1, MPI.INT, root).waitFor();
      Check.equal(buffer.get(0), root + 2, "buffer");
    }
    MPI.Finalize();
  }

  static void gatherWithTwoBuffersAndInPlace(String[] args) throws MPIException {
    MPI.Init(args);
    int size = world().getSize();
    int me = world().getRank();
    int[] all = new int[size];
    world().gather(new int[] {me}, 1, MPI.INT, all, 1, MPI.INT, 0);
    int[] place = me == 0 ? new int[size] : new int[] {me};
    world().gather(place, 1, MPI.INT, 0);
    IntBuffer in = MPI.newIntBuffer(size);
    world().iGather(MPI.newIntBuffer(1).put(0, me), 1, MPI.INT, in, 1, MPI.INT, 0).waitFor();
    IntBuffer one = MPI.newIntBuffer(size).put(0, me);
    world().iGather(one, 1, MPI.INT, 0).waitFor();
    if (me == 0) {
      for (int i = 0; i < size; i++) {
        Check.equal(all[i], i, "gather");
        Check.equal(place[i], i, "in place");
        Check.equal(in.get(i), i, "started");
        Check.equal(one.get(i), i, "started in place");
      }
    }
    MPI.Finalize();
  }

  /** Rank i has i + 1 elements. */
  private static int[] counts() {
    int[] counts = new int[world().getSize()];
    java.util.Arrays.setAll(counts, i -> i + 1);
    return counts;
  }

  private static int[] displacements() {
    int[] displacements = new int[world().getSize()];
    java.util.Arrays.setAll(displacements, i -> i * (i + 1) / 2);
    return displacements;
  }

  private static long[] whole() {
    int size = world().getSize();
    long[] whole = new long[size * (size + 1) / 2];
    int at = 0;
    for (int i = 0; i < size; i++) {
      for (int j = 0; j <= i; j++) {
        whole[at++] = 100L * i + j;
      }
    }
    return whole;
  }

  private static long[] part(int rank) {
    int start = displacements()[rank];
    return java.util.Arrays.copyOfRange(whole(), start, start + rank + 1);
  }

  static void gathervInAllItsForms(String[] args) throws MPIException {
    MPI.Init(args);
    int me = world().getRank();
    long[] mine = part(me);
    long[] all = new long[whole().length];
    world().gatherv(mine, me + 1, MPI.LONG, all, counts(), displacements(), MPI.LONG, 0);
    Check.equal(all, me == 0 ? whole() : new long[all.length], "two buffers");
    long[] place = new long[all.length];
    place[0] = mine[0];
    LongBuffer started = direct(place);
    if (me == 0) {
      world().gatherv(place, counts(), displacements(), MPI.LONG, 0);
      Check.equal(place, whole(), "in place");
      world().iGatherv(started, counts(), displacements(), MPI.LONG, 0).waitFor();
      Check.equal(array(started), whole(), "started in place");
    } else {
      world().gatherv(mine, me + 1, MPI.LONG, 0);
      world().iGatherv(direct(mine), me + 1, MPI.LONG, 0).waitFor();
    }
    LongBuffer again = MPI.newLongBuffer(all.length);
    world()
        .iGatherv(direct(mine), me + 1, MPI.LONG, again, counts(), displacements(), MPI.LONG, 0)
        .waitFor();
    Check.equal(array(again), me == 0 ? whole() : new long[all.length], "started");
    MPI.Finalize();
  }

  private static LongBuffer direct(long[] array) {
    return MPI.newLongBuffer(array.length).put(0, array);
  }

  private static long[] array(LongBuffer buffer) {
    long[] array = new long[buffer.capacity()];
    buffer.get(0, array);
    return array;
  }

  static void scatterWithTwoBuffersAndInPlace(String[] args) throws MPIException {
    MPI.Init(args);
    int size = world().getSize();
    int me = world().getRank();
    int[] all = new int[size];
    java.util.Arrays.setAll(all, i -> 10 + i);
    int[] mine = new int[1];
    world().scatter(me == 0 ? all : null, 1, MPI.INT, mine, 1, MPI.INT, 0);
    Check.equal(mine[0], 10 + me, "scatter");
    int[] place = me == 0 ? all : new int[1];
    world().scatter(place, 1, MPI.INT, 0);
    Check.equal(place[0], 10 + me, "in place");
    IntBuffer from = MPI.newIntBuffer(size).put(0, all);
    IntBuffer to = MPI.newIntBuffer(1);
    world().iScatter(from, 1, MPI.INT, to, 1, MPI.INT, 0).waitFor();
    Check.equal(to.get(0), 10 + me, "started");
    IntBuffer one = me == 0 ? from : MPI.newIntBuffer(1);
    world().iScatter(one, 1, MPI.INT, 0).waitFor();
    Check.equal(one.get(0), 10 + me, "started in place");
    MPI.Finalize();
  }

  static void scattervInAllItsForms(String[] args) throws MPIException {
    MPI.Init(args);
    int me = world().getRank();
    long[] mine = new long[me + 1];
    world().scatterv(whole(), counts(), displacements(), MPI.LONG, mine, me + 1, MPI.LONG, 0);
    Check.equal(mine, part(me), "two buffers");
    LongBuffer started = MPI.newLongBuffer(me + 1);
    if (me == 0) {
      world().scatterv(whole(), counts(), displacements(), MPI.LONG, 0);
      world().iScatterv(direct(whole()), counts(), displacements(), MPI.LONG, 0).waitFor();
    } else {
      long[] place = new long[me + 1];
      world().scatterv(place, me + 1, MPI.LONG, 0);
      Check.equal(place, part(me), "in place");
      world().iScatterv(started, me + 1, MPI.LONG, 0).waitFor();
      Check.equal(array(started), part(me), "started in place");
    }
    world()
        .iScatterv(
            direct(whole()), counts(), displacements(), MPI.LONG, started, me + 1, MPI.LONG, 0)
        .waitFor();
    Check.equal(array(started), part(me), "started");
    MPI.Finalize();
  }

  static void allGatherInAllItsForms(String[] args) throws MPIException {
    MPI.Init(args);
    int size = world().getSize();
    int me = world().getRank();
    long[] expected = new long[size];
    java.util.Arrays.setAll(expected, i -> i);
    long[] all = new long[size];
    world().allGather(new long[] {me}, 1, MPI.LONG, all, 1, MPI.LONG);
    Check.equal(all, expected, "two buffers");
    long[] place = new long[size];
    place[me] = me;
    LongBuffer started = direct(place);
    world().allGather(place, 1, MPI.LONG);
    Check.equal(place, expected, "in place");
    world().iAllGather(started, 1, MPI.LONG).waitFor();
    Check.equal(array(started), expected, "started in place");
    LongBuffer again = MPI.newLongBuffer(size);
    world().iAllGather(direct(new long[] {me}), 1, MPI.LONG, again, 1, MPI.LONG).waitFor();
    Check.equal(array(again), expected, "started");
    MPI.Finalize();
  }

  static void allGathervInAllItsForms(String[] args) throws MPIException {
    MPI.Init(args);
    int me = world().getRank();
    long[] all = new long[whole().length];
    world().allGatherv(part(me), me + 1, MPI.LONG, all, counts(), displacements(), MPI.LONG);
    Check.equal(all, whole(), "two buffers");
    long[] place = new long[all.length];
    System.arraycopy(part(me), 0, place, displacements()[me], me + 1);
    LongBuffer started = direct(place);
    world().allGatherv(place, counts(), displacements(), MPI.LONG);
    Check.equal(place, whole(), "in place");
    world().iAllGatherv(started, counts(), displacements(), MPI.LONG).waitFor();
    Check.equal(array(started), whole(), "started in place");
    LongBuffer again = MPI.newLongBuffer(all.length);
    world()
        .iAllGatherv(direct(part(me)), me + 1, MPI.LONG, again, counts(), displacements(), MPI.LONG)
        .waitFor();
    Check.equal(array(again), whole(), "started");
    MPI.Finalize();
  }

  static void allToAllInAllItsForms(String[] args) throws MPIException {
    MPI.Init(args);
    int size = world().getSize();
    int me = world().getRank();
    long[] out = new long[size];
    java.util.Arrays.setAll(out, i -> 100L * me + i);
    long[] expected = new long[size];
    java.util.Arrays.setAll(expected, i -> 100L * i + me);
    long[] in = new long[size];
    world().allToAll(out, 1, MPI.LONG, in, 1, MPI.LONG);
    Check.equal(in, expected, "allToAll");
    LongBuffer started = MPI.newLongBuffer(size);
    world().iAllToAll(direct(out), 1, MPI.LONG, started, 1, MPI.LONG).waitFor();
    Check.equal(array(started), expected, "started");
    int[] ones = new int[size];
    java.util.Arrays.fill(ones, 1);
    int[] places = new int[size];
    java.util.Arrays.setAll(places, i -> i);
    long[] uneven = new long[size];
    world().allToAllv(out, ones, places, MPI.LONG, uneven, ones, places, MPI.LONG);
    Check.equal(uneven, expected, "allToAllv");
    LongBuffer startedV = MPI.newLongBuffer(size);
    world()
        .iAllToAllv(direct(out), ones, places, MPI.LONG, startedV, ones, places, MPI.LONG)
        .waitFor();
    Check.equal(array(startedV), expected, "started v");
    int[] bytes = new int[size];
    java.util.Arrays.setAll(bytes, i -> 8 * i);
    Datatype[] types = new Datatype[size];
    java.util.Arrays.fill(types, MPI.LONG);
    long[] ofTypes = new long[size];
    world().allToAllw(out, ones, bytes, types, ofTypes, ones, bytes, types);
    Check.equal(ofTypes, expected, "allToAllw");
    LongBuffer directW = MPI.newLongBuffer(size);
    world().allToAllw(direct(out), ones, bytes, types, directW, ones, bytes, types);
    Check.equal(array(directW), expected, "allToAllw of buffers");
    LongBuffer startedW = MPI.newLongBuffer(size);
    world().iAllToAllw(direct(out), ones, bytes, types, startedW, ones, bytes, types).waitFor();
    Check.equal(array(startedW), expected, "started w");
    MPI.Finalize();
  }

  static void reductionsInAllTheirForms(String[] args) throws MPIException {
    MPI.Init(args);
    int size = world().getSize();
    int me = world().getRank();
    long sum = (long) size * (size + 1) / 2;
    long[] one = {me + 1};
    long[] in = new long[1];
    world().reduce(one, in, 1, MPI.LONG, MPI.SUM, 0);
    Check.equal(in[0], me == 0 ? sum : 0, "reduce");
    long[] place = {me + 1};
    world().reduce(place, 1, MPI.LONG, MPI.SUM, 0);
    Check.equal(place[0], me == 0 ? sum : me + 1, "reduce in place");
    LongBuffer started = MPI.newLongBuffer(1);
    world().iReduce(direct(one), started, 1, MPI.LONG, MPI.SUM, 0).waitFor();
    Check.equal(started.get(0), me == 0 ? sum : 0, "iReduce");
    LongBuffer startedPlace = direct(one);
    world().iReduce(startedPlace, 1, MPI.LONG, MPI.SUM, 0).waitFor();
    Check.equal(startedPlace.get(0), me == 0 ? sum : me + 1, "iReduce in place");
    world().allReduce(one, in, 1, MPI.LONG, MPI.MAX);
    Check.equal(in[0], (long) size, "allReduce");
    long[] all = one.clone();
    world().allReduce(all, 1, MPI.LONG, MPI.SUM);
    Check.equal(all[0], sum, "allReduce in place");
    world().iAllReduce(direct(one), started, 1, MPI.LONG, MPI.SUM).waitFor();
    Check.equal(started.get(0), sum, "iAllReduce");
    LongBuffer allPlace = direct(one);
    world().iAllReduce(allPlace, 1, MPI.LONG, MPI.SUM).waitFor();
    Check.equal(allPlace.get(0), sum, "iAllReduce in place");
    MPI.Finalize();
  }

  static void reduceScatterInAllItsForms(String[] args) throws MPIException {
    MPI.Init(args);
    int size = world().getSize();
    int me = world().getRank();
    long[] out = whole();
    long[] expected = part(me);
    for (int i = 0; i < expected.length; i++) {
      expected[i] *= size;
    }
    long[] in = new long[me + 1];
    world().reduceScatter(out, in, counts(), MPI.LONG, MPI.SUM);
    Check.equal(in, expected, "two buffers");
    long[] place = whole();
    world().reduceScatter(place, counts(), MPI.LONG, MPI.SUM);
    Check.equal(java.util.Arrays.copyOf(place, me + 1), expected, "in place");
    LongBuffer started = MPI.newLongBuffer(me + 1);
    world().iReduceScatter(direct(out), started, counts(), MPI.LONG, MPI.SUM).waitFor();
    Check.equal(array(started), expected, "started");
    LongBuffer startedPlace = direct(out);
    world().iReduceScatter(startedPlace, counts(), MPI.LONG, MPI.SUM).waitFor();
    Check.equal(java.util.Arrays.copyOf(array(startedPlace), me + 1), expected, "started in place");
    long[] blocks = new long[size];
    java.util.Arrays.setAll(blocks, i -> i);
    long[] block = new long[1];
    world().reduceScatterBlock(blocks, block, 1, MPI.LONG, MPI.SUM);
    Check.equal(block[0], (long) size * me, "blocks");
    long[] blockPlace = blocks.clone();
    world().reduceScatterBlock(blockPlace, 1, MPI.LONG, MPI.SUM);
    Check.equal(blockPlace[0], (long) size * me, "blocks in place");
    LongBuffer startedBlock = MPI.newLongBuffer(1);
    world().iReduceScatterBlock(direct(blocks), startedBlock, 1, MPI.LONG, MPI.SUM).waitFor();
    Check.equal(startedBlock.get(0), (long) size * me, "started blocks");
    LongBuffer startedBlockPlace = direct(blocks);
    world().iReduceScatterBlock(startedBlockPlace, 1, MPI.LONG, MPI.SUM).waitFor();
    Check.equal(startedBlockPlace.get(0), (long) size * me, "started blocks in place");
    MPI.Finalize();
  }

  static void prefixReductionsInAllTheirForms(String[] args) throws MPIException {
    MPI.Init(args);
    int me = world().getRank();
    long inclusive = (me + 1L) * (me + 2) / 2;
    long exclusive = (long) me * (me + 1) / 2;
    long[] one = {me + 1};
    long[] in = new long[1];
    world().scan(one, in, 1, MPI.LONG, MPI.SUM);
    Check.equal(in[0], inclusive, "scan");
    long[] place = one.clone();
    world().scan(place, 1, MPI.LONG, MPI.SUM);
    Check.equal(place[0], inclusive, "scan in place");
    LongBuffer started = MPI.newLongBuffer(1);
    world().iScan(direct(one), started, 1, MPI.LONG, MPI.SUM).waitFor();
    Check.equal(started.get(0), inclusive, "iScan");
    LongBuffer startedPlace = direct(one);
    world().iScan(startedPlace, 1, MPI.LONG, MPI.SUM).waitFor();
    Check.equal(startedPlace.get(0), inclusive, "iScan in place");
    long[] ex = new long[1];
    world().exScan(one, ex, 1, MPI.LONG, MPI.SUM);
    long[] exPlace = one.clone();
    world().exScan(exPlace, 1, MPI.LONG, MPI.SUM);
    LongBuffer exStarted = MPI.newLongBuffer(1);
    world().iExScan(direct(one), exStarted, 1, MPI.LONG, MPI.SUM).waitFor();
    LongBuffer exStartedPlace = direct(one);
    world().iExScan(exStartedPlace, 1, MPI.LONG, MPI.SUM).waitFor();
    if (me > 0) {
      Check.equal(ex[0], exclusive, "exScan");
      Check.equal(exPlace[0], exclusive, "exScan in place");
      Check.equal(exStarted.get(0), exclusive, "iExScan");
      Check.equal(exStartedPlace.get(0), exclusive, "iExScan in place");
    }
    MPI.Finalize();
  }

  static void startedCallsTakeArrays(String[] args) throws MPIException {
    MPI.Init(args);
    int size = world().getSize();
    int me = world().getRank();
    int[] sum = new int[1];
    int[] all = new int[size];
    int[] data = {me == 0 ? 9 : 0};
    Request[] requests = {
      world().iAllReduce(new int[] {1}, sum, 1, MPI.INT, MPI.SUM),
      world().iAllGather(new int[] {me}, 1, MPI.INT, all, 1, MPI.INT),
      world().iBcast(data, 1, MPI.INT, 0)
    };
    Request.waitAll(requests);
    Check.equal(sum[0], size, "iAllReduce");
    Check.equal(all[size - 1], size - 1, "iAllGather");
    Check.equal(data[0], 9, "iBcast");
    MPI.Finalize();
  }

  /** The larger of two numbers, on arrays. */
  private static final class LargerOfArrays extends UserFunction {
    @Override
    public void call(Object in, Object inOut, int count, Datatype type) {
      int[] left = (int[]) in;
      int[] right = (int[]) inOut;
      for (int i = 0; i < count; i++) {
        right[i] = Math.max(left[i], right[i]);
      }
    }
  }

  /** The larger of two numbers, on buffers of bytes. */
  private static final class LargerOfBytes extends UserFunction {
    @Override
    public void call(ByteBuffer in, ByteBuffer inOut, int count, Datatype type) {
      for (int i = 0; i < count; i++) {
        inOut.putInt(4 * i, Math.max(in.getInt(4 * i), inOut.getInt(4 * i)));
      }
    }
  }

  /** The larger of two numbers, the first of pairs, which are bytes. */
  private static final class LargerOfPairs extends UserFunction {
    @Override
    public void call(Object in, Object inOut, int count, Datatype type) {
      byte[] right = (byte[]) inOut;
      ByteBuffer from = ByteBuffer.wrap((byte[]) in).order(ByteOrder.nativeOrder());
      ByteBuffer to = ByteBuffer.wrap(right).order(ByteOrder.nativeOrder());
      Check.equal(right.length, 8 * count, "bytes of pairs");
      for (int i = 0; i < count; i++) {
        to.putInt(8 * i, Math.max(from.getInt(8 * i), to.getInt(8 * i)));
      }
    }
  }

  static void operatorsOfTheProgramGetPairsAsBytes(String[] args) throws MPIException {
    MPI.Init(args);
    int me = world().getRank();
    int[] pairs = {me, 1, -me, 2};
    world().allReduce(pairs, 2, MPI.INT2, new Op(new LargerOfPairs(), true));
    int last = world().getSize() - 1;
    Check.equal(new int[] {pairs[0], pairs[2]}, new int[] {last, 0}, "the largest");
    MPI.Finalize();
  }

  /** And, on booleans. */
  private static final class And extends UserFunction {
    @Override
    public void call(Object in, Object inOut, int count, Datatype type) {
      for (int i = 0; i < count; i++) {
        ((boolean[]) inOut)[i] &= ((boolean[]) in)[i];
      }
    }
  }

  /** Throws what is not an error of MPI. */
  private static final class Broken extends UserFunction {
    @Override
    public void call(Object in, Object inOut, int count, Datatype type) {
      throw new IllegalStateException("no result");
    }
  }

  static void anOperatorOfTheProgramThatThrowsFailsTheCallOnAllRanks(String[] args)
      throws MPIException {
    MPI.Init(args);
    Op broken = new Op(new Broken(), true);
    if (world().getSize() > 1) {
      checkFails(() -> world().allReduce(new int[3], 3, MPI.INT, broken));
      checkFails(() -> world().reduce(new int[3], 3, MPI.INT, broken, 0));
      checkFails(() -> world().iAllReduce(MPI.newIntBuffer(3), 3, MPI.INT, broken).waitFor());
    }
    int[] one = {1};
    world().allReduce(one, 1, MPI.INT, MPI.SUM);
    Check.equal(one[0], world().getSize(), "a sum afterwards");
    MPI.Finalize();
  }

  private static void checkFails(Runnable call) {
    try {
      call.run();
    } catch (IllegalStateException thrown) {
      Check.equal(thrown.getMessage(), "no result", "what the operator threw");
      return;
    }
    throw new AssertionError("nothing was thrown");
  }

  static void operatorsOfTheProgram(String[] args) throws MPIException {
    MPI.Init(args);
    int me = world().getRank();
    int last = world().getSize() - 1;
    for (UserFunction function : new UserFunction[] {new LargerOfArrays(), new LargerOfBytes()}) {
      Op op = new Op(function, true);
      Check.that(op.isCommutative(), "commutes");
      int[] in = new int[2];
      world().allReduce(new int[] {me, -me}, in, 2, MPI.INT, op);
      Check.equal(in, new int[] {last, 0}, "arrays");
      IntBuffer buffer = MPI.newIntBuffer(2).put(0, me).put(1, -me);
      world().allReduce(buffer, 2, MPI.INT, op);
      Check.equal(buffer.get(0), last, "direct buffers");
      int[] local = {3, 1};
      Comm.reduceLocal(new int[] {2, 2}, local, 2, MPI.INT, op);
      Check.equal(local, new int[] {3, 2}, "reduceLocal");
      op.free();
      Check.that(op.isNull(), "null after free");
    }
    MPIException kept = Check.throwsError(MPI.SUM::free, "MPI.SUM stays");
    Check.equal(kept.getErrorClass(), MPI.ERR_OP, "class");
    boolean[] all = new boolean[2];
    world().allReduce(new boolean[] {true, me == 0}, all, 2, MPI.BOOLEAN, new Op(new And(), true));
    Check.equal(all, new boolean[] {true, last == 0}, "booleans");
    int[] sum = {5};
    Comm.reduceLocal(new int[] {4}, sum, 1, MPI.INT, MPI.SUM);
    Check.equal(sum[0], 9, "reduceLocal of a predefined operator");
    MPI.Finalize();
  }

  static void neighborsOfADistributedGraph(String[] args) throws MPIException {
    MPI.Init(args);
    int size = world().getSize();
    int me = world().getRank();
    int left = (me + size - 1) % size;
    int right = (me + 1) % size;
    int[] peers = {left, right};
    GraphComm ring = world().createDistGraphAdjacent(peers, peers, MPI.INFO_NULL, false);
    int[] in = new int[2];
    ring.neighborAllGather(new int[] {me}, 1, MPI.INT, in, 1, MPI.INT);
    Check.equal(in, new int[] {left, right}, "neighborAllGather");
    IntBuffer started = MPI.newIntBuffer(2);
    ring.iNeighborAllGather(MPI.newIntBuffer(1).put(0, me), 1, MPI.INT, started, 1, MPI.INT)
        .waitFor();
    Check.equal(started.get(1), right, "iNeighborAllGather");
    int[] ones = {1, 1};
    int[] places = {1, 0};
    ring.neighborAllGatherv(new int[] {me}, 1, MPI.INT, in, ones, places, MPI.INT);
    Check.equal(in, new int[] {right, left}, "neighborAllGatherv");
    ring.iNeighborAllGatherv(
            MPI.newIntBuffer(1).put(0, me), 1, MPI.INT, started, ones, places, MPI.INT)
        .waitFor();
    Check.equal(started.get(0), right, "iNeighborAllGatherv");
    if (size > 2) {
      ring.neighborAllToAll(new int[] {10 * me, 10 * me + 1}, 1, MPI.INT, in, 1, MPI.INT);
      Check.equal(in, new int[] {10 * left + 1, 10 * right}, "neighborAllToAll");
      IntBuffer out = MPI.newIntBuffer(2).put(0, 10 * me).put(1, 10 * me + 1);
      ring.iNeighborAllToAll(out, 1, MPI.INT, started, 1, MPI.INT).waitFor();
      Check.equal(started.get(0), 10 * left + 1, "iNeighborAllToAll");
      ring.neighborAllToAllv(
          new int[] {10 * me, 10 * me + 1},
          ones,
          new int[] {0, 1},
          MPI.INT,
          in,
          ones,
          places,
          MPI.INT);
      Check.equal(in, new int[] {10 * right, 10 * left + 1}, "neighborAllToAllv");
      ring.iNeighborAllToAllv(out, ones, new int[] {0, 1}, MPI.INT, started, ones, places, MPI.INT)
          .waitFor();
      Check.equal(started.get(1), 10 * left + 1, "iNeighborAllToAllv");
    }
    MPI.Finalize();
  }
}
