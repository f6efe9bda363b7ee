package programs;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Op;
import mpi.User_function;

/** Programs in the spelling of mpiJava: what their own operators may count on. */
final class MpiJavaOperators {
  private MpiJavaOperators() {}

  private static int[] filled(int length, int value) {
    int[] array = new int[length];
    Arrays.fill(array, value);
    return array;
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
