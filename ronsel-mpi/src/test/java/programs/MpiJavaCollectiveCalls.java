package programs;

import java.io.Serializable;
import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Op;
import mpi.User_function;

/** Programs in the spelling of mpiJava: collective operations, with offsets everywhere. */
final class MpiJavaCollectiveCalls {
  private MpiJavaCollectiveCalls() {}

  static void barrierAndBcast(String[] args) {
    MPI.Init(args);
    Intracomm world = MPI.COMM_WORLD;
    world.Barrier();
    for (int root = 0; root < world.Size(); root++) {
      int[] data = {-1, world.Rank() == root ? 10 + root : 0, world.Rank() == root ? root : 0, -1};
      world.Bcast(data, 1, 2, MPI.INT, root);
      Check.equal(data, new int[] {-1, 10 + root, root, -1}, "root " + root);
    }
    MPI.Finalize();
  }

  static void gather(String[] args) {
    MPI.Init(args);
    Intracomm world = MPI.COMM_WORLD;
    int size = world.Size();
    int root = size - 1;
    double[] all = world.Rank() == root ? new double[1 + 2 * size] : null;
    world.Gather(
        new double[] {-1, world.Rank(), 0.5}, 1, 2, MPI.DOUBLE, all, 1, 2, MPI.DOUBLE, root);
    if (world.Rank() == root) {
      for (int i = 0; i < size; i++) {
        Check.equal(all[1 + 2 * i], (double) i, "of rank " + i);
        Check.equal(all[2 + 2 * i], 0.5, "second of rank " + i);
      }
    }
    MPI.Finalize();
  }

  static void gatherv(String[] args) {
    MPI.Init(args);
    Intracomm world = MPI.COMM_WORLD;
    int size = world.Size();
    int me = world.Rank();
    int[] counts = new int[size];
    int[] displacements = new int[size];
    int total = 0;
    for (int i = 0; i < size; i++) {
      counts[i] = i + 1;
      displacements[i] = total;
      total += i + 2;
    }
    int[] mine = new int[me + 1];
    java.util.Arrays.fill(mine, me);
    int[] all = new int[total];
    world.Gatherv(mine, 0, me + 1, MPI.INT, all, 0, counts, displacements, MPI.INT, 0);
    if (me == 0) {
      for (int i = 0; i < size; i++) {
        for (int j = 0; j < i + 1; j++) {
          Check.equal(all[displacements[i] + j], i, "of rank " + i);
        }
        Check.equal(all[displacements[i] + i + 1], 0, "the gap");
      }
    }
    MPI.Finalize();
  }

  static void scatter(String[] args) {
    MPI.Init(args);
    Intracomm world = MPI.COMM_WORLD;
    int size = world.Size();
    long[] all = null;
    if (world.Rank() == 0) {
      all = new long[1 + size];
      for (int i = 0; i < size; i++) {
        all[1 + i] = 3L * i;
      }
    }
    long[] mine = new long[2];
    world.Scatter(all, 1, 1, MPI.LONG, mine, 1, 1, MPI.LONG, 0);
    Check.equal(mine, new long[] {0, 3L * world.Rank()}, "received");
    MPI.Finalize();
  }

  static void scatterv(String[] args) {
    MPI.Init(args);
    Intracomm world = MPI.COMM_WORLD;
    int size = world.Size();
    int me = world.Rank();
    int root = size / 2;
    int[] counts = new int[size];
    int[] displacements = new int[size];
    char[] all = new char[2 * size];
    for (int i = 0; i < size; i++) {
      counts[i] = i % 2 + 1;
      displacements[i] = 2 * (size - 1 - i);
      all[2 * i] = (char) ('a' + size - 1 - i);
      all[2 * i + 1] = '!';
    }
    char[] mine = new char[2];
    world.Scatterv(all, 0, counts, displacements, MPI.CHAR, mine, 0, counts[me], MPI.CHAR, root);
    Check.equal(mine[0], (char) ('a' + me), "first");
    Check.equal(mine[1], me % 2 == 0 ? '\0' : '!', "second");
    MPI.Finalize();
  }

  static void allgather(String[] args) {
    MPI.Init(args);
    Intracomm world = MPI.COMM_WORLD;
    int size = world.Size();
    boolean[] all = new boolean[size + 1];
    world.Allgather(
        new boolean[] {world.Rank() % 2 == 0}, 0, 1, MPI.BOOLEAN, all, 1, 1, MPI.BOOLEAN);
    for (int i = 0; i < size; i++) {
      Check.equal(all[1 + i], i % 2 == 0, "of rank " + i);
    }
    MPI.Finalize();
  }

  static void allgatherv(String[] args) {
    MPI.Init(args);
    Intracomm world = MPI.COMM_WORLD;
    int size = world.Size();
    int me = world.Rank();
    int[] counts = new int[size];
    int[] displacements = new int[size];
    for (int i = 0; i < size; i++) {
      counts[i] = i;
      displacements[i] = i * (i - 1) / 2;
    }
    byte[] mine = new byte[me];
    java.util.Arrays.fill(mine, (byte) me);
    byte[] all = new byte[size * (size - 1) / 2];
    world.Allgatherv(mine, 0, me, MPI.BYTE, all, 0, counts, displacements, MPI.BYTE);
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < i; j++) {
        Check.equal(all[displacements[i] + j], (byte) i, "of rank " + i);
      }
    }
    MPI.Finalize();
  }

  static void alltoall(String[] args) {
    MPI.Init(args);
    Intracomm world = MPI.COMM_WORLD;
    int size = world.Size();
    int me = world.Rank();
    int[] out = new int[2 * size];
    for (int i = 0; i < size; i++) {
      out[2 * i] = me;
      out[2 * i + 1] = i;
    }
    int[] in = new int[2 * size];
    world.Alltoall(out, 0, 2, MPI.INT, in, 0, 2, MPI.INT);
    for (int i = 0; i < size; i++) {
      Check.equal(in[2 * i], i, "sender");
      Check.equal(in[2 * i + 1], me, "receiver");
    }
    MPI.Finalize();
  }

  static void alltoallv(String[] args) {
    MPI.Init(args);
    Intracomm world = MPI.COMM_WORLD;
    int size = world.Size();
    int me = world.Rank();
    int[] sent = new int[size];
    int[] received = new int[size];
    int[] displacements = new int[size];
    for (int i = 0; i < size; i++) {
      sent[i] = i;
      received[i] = me;
      displacements[i] = i * size;
    }
    float[] out = new float[size * size];
    for (int i = 0; i < out.length; i++) {
      out[i] = 1000 * me + i;
    }
    float[] in = new float[size * size];
    world.Alltoallv(
        out, 0, sent, displacements, MPI.FLOAT, in, 0, received, displacements, MPI.FLOAT);
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < me; j++) {
        Check.equal(in[i * size + j], 1000f * i + me * size + j, "from " + i);
      }
    }
    MPI.Finalize();
  }

  static void reduceByEveryOperator(String[] args) {
    MPI.Init(args);
    Intracomm world = MPI.COMM_WORLD;
    int size = world.Size();
    int me = world.Rank();
    Op[] ops = {
      MPI.MAX, MPI.MIN, MPI.SUM, MPI.PROD, MPI.LAND, MPI.LOR, MPI.LXOR, MPI.BAND, MPI.BOR, MPI.BXOR
    };
    int product = 1;
    int or = 0;
    int xor = 0;
    int and = -1;
    for (int i = 0; i < size; i++) {
      product *= i + 1;
      or |= i + 1;
      xor ^= i + 1;
      and &= i + 1;
    }
    int[] expected = {size, 1, size * (size + 1) / 2, product, 1, 1, size % 2, and, or, xor};
    for (int i = 0; i < ops.length; i++) {
      int[] out = {0, me + 1};
      int[] in = new int[3];
      world.Reduce(out, 1, in, 2, 1, MPI.INT, ops[i], 0);
      if (me == 0) {
        Check.equal(in[2], expected[i], ops[i].toString());
      }
    }
    MPI.Finalize();
  }

  static void allreduceOfSeveralTypes(String[] args) {
    MPI.Init(args);
    Intracomm world = MPI.COMM_WORLD;
    int size = world.Size();
    double[] doubles = new double[2];
    world.Allreduce(new double[] {1.5, world.Rank()}, 0, doubles, 0, 2, MPI.DOUBLE, MPI.SUM);
    Check.equal(doubles, new double[] {1.5 * size, size * (size - 1) / 2.0}, "doubles");
    boolean[] all = new boolean[1];
    world.Allreduce(new boolean[] {world.Rank() == 0}, 0, all, 0, 1, MPI.BOOLEAN, MPI.LOR);
    Check.that(all[0], "one is true");
    char[] chars = new char[1];
    world.Allreduce(new char[] {(char) ('a' + world.Rank())}, 0, chars, 0, 1, MPI.CHAR, MPI.MAX);
    Check.equal(chars[0], (char) ('a' + size - 1), "largest");
    MPI.Finalize();
  }

  static void maxlocAndMinloc(String[] args) {
    MPI.Init(args);
    Intracomm world = MPI.COMM_WORLD;
    int size = world.Size();
    int me = world.Rank();
    int[] ints = new int[4];
    world.Allreduce(new int[] {me % 2, me, -me, me}, 0, ints, 0, 2, MPI.INT2, MPI.MAXLOC);
    Check.equal(ints, new int[] {size > 1 ? 1 : 0, size > 1 ? 1 : 0, 0, 0}, "MAXLOC");
    double[] doubles = new double[2];
    world.Reduce(new double[] {-me, me}, 0, doubles, 0, 1, MPI.DOUBLE2, MPI.MINLOC, 0);
    if (me == 0) {
      Check.equal(doubles, new double[] {-(size - 1), size - 1}, "MINLOC");
    }
    Datatype own = Datatype.Contiguous(2, MPI.SHORT);
    short[] shorts = new short[2];
    world.Allreduce(new short[] {(short) (me + 5), (short) me}, 0, shorts, 0, 1, own, MPI.MINLOC);
    Check.equal(shorts, new short[] {5, 0}, "MINLOC of a pair made by the program");
    MPI.Finalize();
  }

  static void reduceScatter(String[] args) {
    MPI.Init(args);
    Intracomm world = MPI.COMM_WORLD;
    int size = world.Size();
    int me = world.Rank();
    // Programs have tables with room for more ranks than there are.
    int[] counts = new int[size + 3];
    counts[size] = 1000;
    int total = 0;
    int start = 0;
    for (int i = 0; i < size; i++) {
      counts[i] = i + 1;
      start += i < me ? i + 1 : 0;
      total += i + 1;
    }
    int[] out = new int[total];
    for (int i = 0; i < total; i++) {
      out[i] = i;
    }
    int[] in = new int[me + 2];
    world.Reduce_scatter(out, 0, in, 1, counts, MPI.INT, MPI.SUM);
    for (int i = 0; i <= me; i++) {
      Check.equal(in[1 + i], size * (start + i), "element " + i);
    }
    MPI.Finalize();
  }

  static void scan(String[] args) {
    MPI.Init(args);
    Intracomm world = MPI.COMM_WORLD;
    int me = world.Rank();
    long[] in = new long[2];
    world.Scan(new long[] {me + 1, 2}, 0, in, 0, 2, MPI.LONG, MPI.PROD);
    long factorial = 1;
    for (int i = 0; i <= me; i++) {
      factorial *= i + 1;
    }
    Check.equal(in, new long[] {factorial, 1L << me + 1}, "prefix");
    MPI.Finalize();
  }

  /** Takes the right operand: keeps the order visible. */
  private static final class Concatenation extends User_function {
    @Override
    public void Call(
        Object invec, int inoffset, Object inoutvec, int inoutoffset, int count, Datatype type) {
      long[] in = (long[]) invec;
      long[] inout = (long[]) inoutvec;
      for (int i = 0; i < count; i++) {
        inout[inoutoffset + i] = in[inoffset + i] * 10 + inout[inoutoffset + i];
      }
    }
  }

  static void operatorOfTheProgramInTheOrderOfRanks(String[] args) {
    MPI.Init(args);
    Intracomm world = MPI.COMM_WORLD;
    // Not associative over more than two ranks unless folded from the left, digit by digit.
    Op op = new Op(new Matrix(), false);
    int me = world.Rank();
    long[] in = new long[4];
    world.Allreduce(new long[] {1, me + 1, 0, 1}, 0, in, 0, 1, Matrix.TYPE, op);
    long sum = 0;
    for (int i = 0; i < world.Size(); i++) {
      sum += i + 1;
    }
    Check.equal(in, new long[] {1, sum, 0, 1}, "product of shears");
    long[] order = new long[4];
    world.Reduce(
        me % 2 == 0 ? new long[] {1, 1, 0, 1} : new long[] {1, 0, 1, 1},
        0,
        order,
        0,
        1,
        Matrix.TYPE,
        op,
        0);
    if (me == 0) {
      long[] expected = {1, 0, 0, 1};
      for (int i = 0; i < world.Size(); i++) {
        expected =
            Matrix.product(
                expected, 0, i % 2 == 0 ? new long[] {1, 1, 0, 1} : new long[] {1, 0, 1, 1}, 0);
      }
      Check.equal(order, expected, "order of ranks");
    }
    op.free();
    MPI.Finalize();
  }

  /** The product of matrices, which does not commute. */
  private static final class Matrix extends User_function {
    static final Datatype TYPE = Datatype.Contiguous(4, MPI.LONG);

    static long[] product(long[] a, int at, long[] b, int bt) {
      return new long[] {
        a[at] * b[bt] + a[at + 1] * b[bt + 2],
        a[at] * b[bt + 1] + a[at + 1] * b[bt + 3],
        a[at + 2] * b[bt] + a[at + 3] * b[bt + 2],
        a[at + 2] * b[bt + 1] + a[at + 3] * b[bt + 3]
      };
    }

    @Override
    public void Call(
        Object invec, int inoffset, Object inoutvec, int inoutoffset, int count, Datatype type) {
      for (int i = 0; i < count; i++) {
        long[] product =
            product((long[]) invec, inoffset + 4 * i, (long[]) inoutvec, inoutoffset + 4 * i);
        System.arraycopy(product, 0, inoutvec, inoutoffset + 4 * i, 4);
      }
    }
  }

  static void operatorOfTheProgramOnPlainElements(String[] args) {
    MPI.Init(args);
    Intracomm world = MPI.COMM_WORLD;
    long[] in = new long[2];
    world.Scan(new long[] {world.Rank() + 1}, 0, in, 1, 1, MPI.LONG, new Op(new Plus(), true));
    Check.equal(in[1], (world.Rank() + 1) * (world.Rank() + 2) / 2L, "prefix sum");
    long[] digits = new long[1];
    if (world.Size() <= 2) {
      world.Allreduce(
          new long[] {world.Rank() + 1},
          0,
          digits,
          0,
          1,
          MPI.LONG,
          new Op(new Concatenation(), false));
      Check.equal(digits[0], world.Size() == 1 ? 1L : 12L, "left operand first");
    }
    MPI.Finalize();
  }

  private static final class Plus extends User_function {
    @Override
    public void Call(
        Object invec, int inoffset, Object inoutvec, int inoutoffset, int count, Datatype type) {
      for (int i = 0; i < count; i++) {
        ((long[]) inoutvec)[inoutoffset + i] += ((long[]) invec)[inoffset + i];
      }
    }
  }

  static void objectsInCollectiveOperations(String[] args) {
    MPI.Init(args);
    Intracomm world = MPI.COMM_WORLD;
    int size = world.Size();
    int me = world.Rank();
    String[] one = {me == 0 ? "hello" : null};
    world.Bcast(one, 0, 1, MPI.OBJECT, 0);
    Check.equal(one[0], "hello", "Bcast");
    Object[] all = new Object[2 * size];
    world.Gather(new Object[] {me, "r" + me}, 0, 2, MPI.OBJECT, all, 0, 2, MPI.OBJECT, 0);
    if (me == 0) {
      Check.equal(all[2 * size - 1], "r" + (size - 1), "Gather");
    }
    String[] mine = new String[1];
    String[] parts = new String[size];
    java.util.Arrays.setAll(parts, i -> "to " + i);
    world.Scatter(me == 0 ? parts : null, 0, 1, MPI.OBJECT, mine, 0, 1, MPI.OBJECT, 0);
    Check.equal(mine[0], "to " + me, "Scatter");
    Integer[] ranks = new Integer[size];
    world.Allgather(new Integer[] {me}, 0, 1, MPI.OBJECT, ranks, 0, 1, MPI.OBJECT);
    Check.equal(ranks[size - 1], size - 1, "Allgather");
    String[] out = new String[size];
    java.util.Arrays.setAll(out, i -> me + ">" + i);
    String[] in = new String[size];
    world.Alltoall(out, 0, 1, MPI.OBJECT, in, 0, 1, MPI.OBJECT);
    Check.equal(in[0], "0>" + me, "Alltoall");
    Check.equal(in[size - 1], size - 1 + ">" + me, "Alltoall from the last");
    MPI.Finalize();
  }

  static void objectsInUnevenCollectiveOperations(String[] args) {
    MPI.Init(args);
    Intracomm world = MPI.COMM_WORLD;
    int size = world.Size();
    int me = world.Rank();
    int[] counts = new int[size];
    int[] displacements = new int[size];
    for (int i = 0; i < size; i++) {
      counts[i] = i % 2 + 1;
      displacements[i] = 2 * i;
    }
    Object[] mine = new Object[counts[me]];
    java.util.Arrays.fill(mine, "of " + me);
    Object[] all = new Object[2 * size];
    world.Gatherv(mine, 0, counts[me], MPI.OBJECT, all, 0, counts, displacements, MPI.OBJECT, 0);
    Check.equal(all[2 * size - 2], me == 0 ? "of " + (size - 1) : null, "Gatherv");
    Object[] everywhere = new Object[2 * size];
    world.Allgatherv(
        mine, 0, counts[me], MPI.OBJECT, everywhere, 0, counts, displacements, MPI.OBJECT);
    Check.equal(everywhere[2 * size - 2], "of " + (size - 1), "Allgatherv");
    Object[] back = new Object[2];
    world.Scatterv(
        everywhere, 0, counts, displacements, MPI.OBJECT, back, 0, counts[me], MPI.OBJECT, 0);
    Check.equal(back[0], "of " + me, "Scatterv");
    Object[] out = new Object[2 * size];
    java.util.Arrays.fill(out, me);
    Object[] in = new Object[2 * size];
    int[] ofMine = new int[size];
    java.util.Arrays.fill(ofMine, counts[me]);
    world.Alltoallv(
        out, 0, counts, displacements, MPI.OBJECT, in, 0, ofMine, displacements, MPI.OBJECT);
    Check.equal(in[2 * size - 2], size - 1, "Alltoallv");
    MPI.Finalize();
  }

  /** A number that the operator changes in place. */
  private static final class Number implements Serializable {
    private static final long serialVersionUID = 1L;
    int value;

    Number(int value) {
      this.value = value;
    }
  }

  private static final class AddNumbers extends User_function {
    @Override
    public void Call(
        Object invec, int inoffset, Object inoutvec, int inoutoffset, int count, Datatype type) {
      Object[] in = (Object[]) invec;
      Object[] inout = (Object[]) inoutvec;
      for (int i = 0; i < count; i++) {
        ((Number) inout[inoutoffset + i]).value += ((Number) in[inoffset + i]).value;
      }
    }
  }

  static void reductionsOfObjects(String[] args) {
    MPI.Init(args);
    Intracomm world = MPI.COMM_WORLD;
    int size = world.Size();
    int me = world.Rank();
    Op add = new Op(new AddNumbers(), true);
    Number[] out = {new Number(me), new Number(1)};
    Number[] in = {new Number(-1), new Number(-1)};
    world.Reduce(out, 0, in, 0, 2, MPI.OBJECT, add, 0);
    Check.equal(out[1].value, 1, "what is sent does not change");
    if (me == 0) {
      Check.equal(in[0].value, size * (size - 1) / 2, "Reduce");
    }
    world.Allreduce(out, 0, in, 0, 2, MPI.OBJECT, add);
    Check.equal(in[1].value, size, "Allreduce");
    world.Scan(out, 0, in, 0, 2, MPI.OBJECT, add);
    Check.equal(in[1].value, me + 1, "Scan");
    int[] counts = new int[size];
    counts[size - 1] = 2;
    Number[] last = {new Number(-1), new Number(-1)};
    world.Reduce_scatter(out, 0, last, 0, counts, MPI.OBJECT, add);
    Check.equal(last[1].value, me == size - 1 ? size : -1, "Reduce_scatter");
    MPI.Finalize();
  }

  static void derivedTypesInCollectiveOperations(String[] args) {
    MPI.Init(args);
    Intracomm world = MPI.COMM_WORLD;
    int size = world.Size();
    int me = world.Rank();
    Datatype column = Datatype.Vector(2, 1, 2, MPI.INT);
    column.Commit();
    int[] all = new int[2 * size];
    world.Gather(new int[] {me, -1, me + 100}, 0, 1, column, all, 0, 2, MPI.INT, 0);
    if (me == 0) {
      Check.equal(all[2 * size - 1], size - 1 + 100, "Gather of columns");
    }
    int[] data = {me == 0 ? 7 : 0, 0, me == 0 ? 8 : 0};
    world.Bcast(data, 0, 1, column, 0);
    Check.equal(data, new int[] {7, 0, 8}, "Bcast of a column");
    MPI.Finalize();
  }

  static void wrongArgumentsAreThrown(String[] args) {
    MPI.Init(args);
    Intracomm world = MPI.COMM_WORLD;
    MPIException root =
        Check.throwsError(
            () -> world.Bcast(new int[1], 0, 1, MPI.INT, world.Size()), "a root too far");
    Check.equal(root.getErrorClass(), MPI.ERR_ROOT, "class");
    MPIException op =
        Check.throwsError(
            () -> world.Allreduce(new int[2], 0, new int[2], 0, 2, MPI.INT, MPI.REPLACE),
            "an operator of one-sided operations");
    Check.equal(op.getErrorClass(), MPI.ERR_OP, "class");
    MPI.Finalize();
  }
}
