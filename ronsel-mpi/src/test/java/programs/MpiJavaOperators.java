package programs;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;
import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Op;
import mpi.Prequest;
import mpi.UserFunction;
import mpi.User_function;

/** Programs in the spelling of mpiJava: what their own operators may count on. */
final class MpiJavaOperators {
  private MpiJavaOperators() {}

  /** Multiplies from the beginning of its arrays, whatever the offsets are. */
  private static final class FromTheBeginning extends User_function {
    @Override
    public void Call(
        Object invec, int inoffset, Object inoutvec, int inoutoffset, int count, Datatype type) {
      int[] in = (int[]) invec;
      int[] inout = (int[]) inoutvec;
      Check.equal(in.length, count * type.Extent(), "elements of the left operands");
      for (int i = 0; i < inout.length; i++) {
        inout[i] *= in[i];
      }
    }
  }

  private static int[] filled(int length, int value) {
    int[] array = new int[length];
    Arrays.fill(array, value);
    return array;
  }

  /** Three to the power of how many ranks take part. */
  private static void checkPower(int[] out, int ranks, String what) {
    int power = 1;
    for (int i = 0; i < ranks; i++) {
      power *= 3;
    }
    Check.equal(out[0], 7, what + ": before the result");
    for (int i = 1; i < out.length - 1; i++) {
      Check.equal(out[i], power, what + ": element " + i);
    }
    Check.equal(out[out.length - 1], 7, what + ": behind the result");
  }

  /** Multiplies the two values of elements that are so many apart. */
  private static void multiplyPairs(int[] in, int at, int[] inout, int to, int count, int apart) {
    for (int i = 0; i < count; i++) {
      for (int value = 0; value < 2; value++) {
        inout[to + i * apart + value] *= in[at + i * apart + value];
      }
    }
  }

  /** The memory of the last element ends behind its data, and begins before those of the first. */
  static void elementsMayBeginBeforeTheirData(String[] args) {
    MPI.Init(args);
    Intracomm world = MPI.COMM_WORLD;
    Datatype type = Datatype.createResized(Datatype.Contiguous(2, MPI.INT), -4, 20);
    type.Commit();
    Op ofMpiJava =
        new Op(
            new User_function() {
              @Override
              public void Call(Object in, int at, Object inout, int to, int count, Datatype of) {
                multiplyPairs((int[]) in, at, (int[]) inout, to, count, of.Extent());
              }
            },
            false);
    Op ofOpenMpi =
        new Op(
            new UserFunction() {
              @Override
              public void call(Object in, Object inout, int count, Datatype of) {
                multiplyPairs((int[]) in, 0, (int[]) inout, 0, count, of.getExtent());
              }
            },
            false);
    int count = 3;
    int[] in = filled(5 * count - 3, 3);
    int power = (int) Math.pow(3, world.Size());
    ByteBuffer direct = MPI.newByteBuffer(4 * in.length);
    for (Op product : new Op[] {ofMpiJava, ofOpenMpi}) {
      int[] out = filled(in.length, 7);
      world.Allreduce(in, 0, out, 0, count, type, product);
      direct.asIntBuffer().put(in);
      world.allReduce(direct, count, type, product);
      for (int i = 0; i < out.length; i++) {
        boolean isOfAnElement = i % 5 < 2;
        Check.equal(out[i], isOfAnElement ? power : 7, "array, " + i);
        Check.equal(direct.getInt(4 * i), isOfAnElement ? power : 3, "direct buffer, " + i);
      }
    }
    MPI.Finalize();
  }

  static void anOperatorMayIgnoreTheOffsets(String[] args) {
    MPI.Init(args);
    Intracomm world = MPI.COMM_WORLD;
    int size = world.Size();
    int me = world.Rank();
    Datatype pair = Datatype.Contiguous(2, MPI.INT);
    Op product = new Op(new FromTheBeginning(), true);
    for (Datatype type : new Datatype[] {MPI.INT, pair}) {
      for (int count : new int[] {1, 3, 600, 5_000, 30_000}) {
        int length = count * type.Extent();
        int[] in = filled(length + 2, 3);
        int[] out = filled(length + 2, 7);
        world.Allreduce(in, 1, out, 1, count, type, product);
        checkPower(out, size, "Allreduce");
        Arrays.fill(out, 7);
        world.Scan(in, 1, out, 1, count, type, product);
        checkPower(out, me + 1, "Scan");
        int root = count % size;
        Arrays.fill(out, 7);
        world.Reduce(in, 1, out, 1, count, type, product, root);
        if (me == root) {
          checkPower(out, size, "Reduce");
        }
        Prequest again = world.Allreduce_init(in, 1, out, 1, count, type, product);
        for (int turn = 0; turn < 2; turn++) {
          Arrays.fill(out, 7);
          again.Start();
          again.Wait();
          checkPower(out, size, "Allreduce_init");
        }
        int[] counts = filled(size, count);
        counts[size - 1] = 2 * count;
        int[] all = filled((size + 1) * length + 1, 3);
        int[] block = filled((me == size - 1 ? 2 : 1) * length + 2, 7);
        world.Reduce_scatter(all, 1, block, 1, counts, type, product);
        checkPower(block, size, "Reduce_scatter");
        Arrays.fill(out, 1, length + 1, 3);
        product.Call(in, 1, out, 1, count, type);
        checkPower(out, 2, "Call");
      }
    }
    MPI.Finalize();
  }

  /** Adds numbers that lie in bytes, twelve to a record; knows no part of a record. */
  private static final class Records extends User_function {
    static final int BYTES = 12;

    /** Elements of each call, or 0 where they may be several times {@link #of}. */
    int whole;

    int of;

    @Override
    public void Call(
        Object invec, int inoffset, Object inoutvec, int inoutoffset, int count, Datatype type) {
      if (whole > 0) {
        Check.equal(count, whole, "elements at once");
      }
      Check.equal(count % of, 0, "elements of a part");
      ByteBuffer in = ByteBuffer.wrap((byte[]) invec, inoffset, count);
      ByteBuffer inout = ByteBuffer.wrap((byte[]) inoutvec, inoutoffset, count);
      for (int at = 0; at < count; at += BYTES) {
        long sum = in.getLong(inoffset + at) + inout.getLong(inoutoffset + at);
        inout.putLong(inoutoffset + at, sum);
        int last = in.getInt(inoffset + at + 8) + inout.getInt(inoutoffset + at + 8);
        inout.putInt(inoutoffset + at + 8, last);
      }
    }
  }

  private static byte[] records(int count, long first, int last) {
    ByteBuffer records = ByteBuffer.allocate(count * Records.BYTES);
    while (records.hasRemaining()) {
      records.putLong(first).putInt(last);
    }
    return records.array();
  }

  static void anOperatorSeesAllElementsAtOnce(String[] args) {
    MPI.Init(args);
    Intracomm world = MPI.COMM_WORLD;
    int size = world.Size();
    int me = world.Rank();
    long first = (1L << 40) - 1;
    int last = 255;
    Records records = new Records();
    Op sum = new Op(records, true);
    for (int count : new int[] {1, 5, 100, 3_000, 20_000}) {
      int bytes = count * Records.BYTES;
      records.whole = bytes;
      records.of = bytes;
      byte[] mine = records(count, first, last);
      byte[] got = new byte[bytes];
      world.Allreduce(mine, 0, got, 0, bytes, MPI.BYTE, sum);
      Check.equal(got, records(count, size * first, size * last), "Allreduce");
      world.Scan(mine, 0, got, 0, bytes, MPI.BYTE, sum);
      Check.equal(got, records(count, (me + 1) * first, (me + 1) * last), "Scan");
      int root = count % size;
      Arrays.fill(got, (byte) 0);
      world.Reduce(mine, 0, got, 0, bytes, MPI.BYTE, sum, root);
      if (me == root) {
        Check.equal(got, records(count, size * first, size * last), "Reduce");
      }
      // Parts of a scatter: no smaller than what divides all blocks.
      records.whole = 0;
      int[] counts = IntStream.range(0, size).map(rank -> rank % 3 * bytes).toArray();
      int total = Arrays.stream(counts).sum();
      byte[] all = records(total / Records.BYTES, first, last);
      byte[] block = new byte[counts[me]];
      world.Reduce_scatter(all, 0, block, 0, counts, MPI.BYTE, sum);
      Check.equal(
          block, records(counts[me] / Records.BYTES, size * first, size * last), "Reduce_scatter");
    }
    MPI.Finalize();
  }

  /** Adds decimal numbers, and casts to arrays of their class. */
  private static final class Decimals extends User_function {
    @Override
    public void Call(
        Object invec, int inoffset, Object inoutvec, int inoutoffset, int count, Datatype type) {
      BigDecimal[] in = (BigDecimal[]) invec;
      BigDecimal[] inout = (BigDecimal[]) inoutvec;
      for (int i = 0; i < count; i++) {
        inout[inoutoffset + i] = in[inoffset + i].add(inout[inoutoffset + i]);
      }
    }
  }

  /** Counts words. */
  private static final class Words extends User_function {
    @Override
    @SuppressWarnings("unchecked")
    public void Call(
        Object invec, int inoffset, Object inoutvec, int inoutoffset, int count, Datatype type) {
      for (int i = 0; i < count; i++) {
        Map<String, Integer> in = ((Map<String, Integer>[]) invec)[inoffset + i];
        Map<String, Integer> inout = ((Map<String, Integer>[]) inoutvec)[inoutoffset + i];
        in.forEach((word, times) -> inout.merge(word, times, Integer::sum));
      }
    }
  }

  /** Adds what is written in objects of any class. */
  private static final class AnyNumbers extends User_function {
    @Override
    public void Call(
        Object invec, int inoffset, Object inoutvec, int inoutoffset, int count, Datatype type) {
      Object[] in = (Object[]) invec;
      Object[] inout = (Object[]) inoutvec;
      for (int i = 0; i < count; i++) {
        int sum =
            Integer.parseInt(String.valueOf(in[inoffset + i]))
                + Integer.parseInt(String.valueOf(inout[inoutoffset + i]));
        inout[inoutoffset + i] = sum;
      }
    }
  }

  static void operatorsOnObjectsGetArraysOfTheProgramsClass(String[] args) {
    MPI.Init(args);
    Intracomm world = MPI.COMM_WORLD;
    int size = world.Size();
    int me = world.Rank();
    Op decimals = new Op(new Decimals(), true);
    BigDecimal[] mine = {BigDecimal.ONE, new BigDecimal(me)};
    BigDecimal ranks = new BigDecimal(size);
    BigDecimal sum = new BigDecimal(size * (size - 1) / 2);
    BigDecimal[] got = new BigDecimal[2];
    world.Reduce(mine, 0, got, 0, 2, MPI.OBJECT, decimals, size - 1);
    Check.equal(got, me == size - 1 ? new BigDecimal[] {ranks, sum} : new Object[2], "Reduce");
    Check.equal(mine, new BigDecimal[] {BigDecimal.ONE, new BigDecimal(me)}, "operands");
    world.Allreduce(mine, 0, got, 0, 2, MPI.OBJECT, decimals);
    Check.equal(got, new BigDecimal[] {ranks, sum}, "Allreduce");
    world.Scan(mine, 0, got, 0, 2, MPI.OBJECT, decimals);
    BigDecimal below = new BigDecimal(me * (me + 1) / 2);
    Check.equal(got, new BigDecimal[] {new BigDecimal(me + 1), below}, "Scan");
    BigDecimal[] each = new BigDecimal[size];
    Arrays.fill(each, BigDecimal.ONE);
    world.Reduce_scatter(each, 0, got, 1, filled(size, 1), MPI.OBJECT, decimals);
    Check.equal(got[1], ranks, "Reduce_scatter");
    @SuppressWarnings({"unchecked", "rawtypes"})
    Map<String, Integer>[] words = new HashMap[] {new HashMap<>(Map.of("a", 1, "r" + me, 2))};
    @SuppressWarnings({"unchecked", "rawtypes"})
    Map<String, Integer>[] total = new Map[1];
    world.Allreduce(words, 0, total, 0, 1, MPI.OBJECT, new Op(new Words(), true));
    Check.equal(total[0].get("a"), size, "the same word");
    Check.equal(total[0].get("r" + (size - 1)), 2, "a word of one rank");
    int[][] rows = new int[1][];
    world.Allreduce(new int[][] {{me, 1}}, 0, rows, 0, 1, MPI.OBJECT, new Op(new Rows(), true));
    Check.equal(rows[0], new int[] {size * (size - 1) / 2, size}, "arrays");
    // An array of the class of the results does not hold all operands here.
    Integer[] number = new Integer[1];
    Object[] written = {me == 0 && size > 1 ? "2" : (Object) 2};
    world.Allreduce(written, 0, number, 0, 1, MPI.OBJECT, new Op(new AnyNumbers(), true));
    Check.equal(number[0], 2 * size, "operands of several classes");
    MPI.Finalize();
  }

  /** Adds arrays that are the elements of arrays. */
  private static final class Rows extends User_function {
    @Override
    public void Call(
        Object invec, int inoffset, Object inoutvec, int inoutoffset, int count, Datatype type) {
      int[] in = ((int[][]) invec)[inoffset];
      int[] inout = ((int[][]) inoutvec)[inoutoffset];
      for (int i = 0; i < inout.length; i++) {
        inout[i] += in[i];
      }
    }
  }
}
