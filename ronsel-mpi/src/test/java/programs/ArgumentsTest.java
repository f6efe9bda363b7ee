package programs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import org.junit.jupiter.api.Test;
import org.ronsel.Comm;
import org.ronsel.Datatype;
import org.ronsel.Op;
import org.ronsel.Ronsel;
import org.ronsel.RonselException;
import org.ronsel.UntypedComm;

/**
 * Whether arguments of a collective call are right does not depend on how it is spelled: on arrays,
 * on buffers of a datatype, or in the package {@code mpi}. One rank makes calls whose arguments are
 * drawn at random, most of them wrong, in each spelling, and compares the classes of the errors.
 */
class ArgumentsTest {
  private static final int CALLS = Integer.getInteger("ronsel.test.arguments", 20_000);

  private static final Datatype<?> INT = Datatype.INT;

  private enum Operation {
    BROADCAST,
    GATHER,
    GATHERV,
    ALL_GATHER,
    ALL_GATHERV,
    SCATTER,
    SCATTERV,
    ALL_TO_ALL,
    ALL_TO_ALLV,
    REDUCE,
    ALL_REDUCE,
    SCAN,
    REDUCE_SCATTER_BLOCK,
    REDUCE_SCATTER
  }

  /** What is drawn. */
  private record Arguments(
      Operation operation,
      int[] in,
      int inOffset,
      int[] out,
      int outOffset,
      int count,
      int[] counts,
      int[] displacements,
      Op op,
      int root) {
    static Arguments draw(SplittableRandom random) {
      Operation[] all = Operation.values();
      int[] in = array(random);
      return new Arguments(
          all[random.nextInt(all.length)],
          in,
          random.nextInt(-1, 4),
          random.nextInt(3) == 0 ? in : array(random),
          random.nextInt(-1, 4),
          random.nextInt(8) == 0 ? Integer.MAX_VALUE : random.nextInt(-1, 4),
          table(random, -1),
          // One that is negative lies outside an array, but may be right for a datatype.
          table(random, 0),
          random.nextInt(10) == 0 ? null : Op.SUM,
          random.nextInt(5) == 0 ? random.nextInt(-1, 3) : 0);
    }

    private static int[] array(SplittableRandom random) {
      return random.nextInt(10) == 0 ? null : new int[random.nextInt(6)];
    }

    private static int[] table(SplittableRandom random, int least) {
      return switch (random.nextInt(10)) {
        case 0 -> null;
        case 1 -> new int[0];
        default -> new int[] {random.nextInt(least, 4), -1};
      };
    }

    /** The package mpi takes null for a buffer without data, as the other libraries do. */
    boolean hasNull() {
      return in == null || out == null || op == null;
    }

    @Override
    public String toString() {
      return operation
          + " in "
          + (in == null ? "null" : "[" + in.length + "]")
          + " from "
          + inOffset
          + " out "
          + (out == null ? "null" : out == in ? "the same" : "[" + out.length + "]")
          + " from "
          + outOffset
          + " count "
          + count
          + " counts "
          + java.util.Arrays.toString(counts)
          + " displacements "
          + java.util.Arrays.toString(displacements)
          + " "
          + op
          + " root "
          + root;
    }
  }

  @FunctionalInterface
  private interface Spelling {
    void call(Arguments a) throws MPIException;
  }

  @Test
  void theSameArgumentsAreRefusedInEverySpelling() {
    Ronsel.run(
        1,
        world -> {
          MPI.Init(new String[0]);
          SplittableRandom random = new SplittableRandom(1);
          Map<Operation, Integer> refused = new EnumMap<>(Operation.class);
          Map<Operation, Integer> made = new EnumMap<>(Operation.class);
          List<String> differences = new ArrayList<>();
          for (int i = 0; i < CALLS; i++) {
            Arguments a = Arguments.draw(random);
            int onArrays = errorClass(each -> onArrays(world, each), a);
            int onDatatypes = errorClass(each -> onDatatypes(world.untyped(), each), a);
            int inMpi = errorClass(each -> inMpi(MPI.COMM_WORLD, each), a);
            if (!alike(a, onArrays, onDatatypes) || !a.hasNull() && !alike(a, onArrays, inMpi)) {
              differences.add(
                  a + ": arrays " + onArrays + ", datatypes " + onDatatypes + ", mpi " + inMpi);
            }
            (onArrays == 0 ? made : refused).merge(a.operation, 1, Integer::sum);
          }
          assertThat(differences).isEmpty();
          assertThat(refused.keySet()).hasSize(Operation.values().length);
          assertThat(made.keySet()).hasSize(Operation.values().length);
        });
  }

  /** Where something is null, which is looked at first, another mistake may be told instead. */
  private static boolean alike(Arguments a, int one, int other) {
    return a.hasNull() ? (one == 0) == (other == 0) : one == other;
  }

  /** The class of the error, or 0. */
  private static int errorClass(Spelling spelling, Arguments a) {
    try {
      spelling.call(a);
      return 0;
    } catch (MPIException e) {
      return e.getErrorClass();
    } catch (RonselException e) {
      return e.errorClass().code();
    }
  }

  private static void onArrays(Comm world, Arguments a) {
    int[] in = a.in;
    int[] out = a.out;
    int from = a.inOffset;
    int to = a.outOffset;
    int n = a.count;
    switch (a.operation) {
      case BROADCAST -> world.broadcast(in, from, n, a.root);
      case GATHER -> world.gather(in, from, n, out, to, a.root);
      case GATHERV -> world.gatherv(in, from, n, out, to, a.counts, places(a), a.root);
      case ALL_GATHER -> world.allGather(in, from, n, out, to);
      case ALL_GATHERV -> world.allGatherv(in, from, n, out, to, a.counts, places(a));
      case SCATTER -> world.scatter(in, from, out, to, n, a.root);
      case SCATTERV -> world.scatterv(in, from, a.counts, places(a), out, to, n, a.root);
      case ALL_TO_ALL -> world.allToAll(in, from, n, out, to);
      case ALL_TO_ALLV ->
          world.allToAllv(in, from, a.counts, places(a), out, to, a.counts, places(a));
      case REDUCE -> world.reduce(in, from, out, to, n, a.op, a.root);
      case ALL_REDUCE -> world.allReduce(in, from, out, to, n, a.op);
      case SCAN -> world.scan(in, from, out, to, n, a.op);
      case REDUCE_SCATTER_BLOCK -> world.reduceScatterBlock(in, from, out, to, n, a.op);
      case REDUCE_SCATTER -> world.reduceScatter(in, from, out, to, a.counts, a.op);
    }
  }

  /** Arrays may go without displacements, which the others must have. */
  private static int[] places(Arguments a) {
    return a.displacements == null ? new int[0] : a.displacements;
  }

  private static void onDatatypes(UntypedComm world, Arguments a) {
    int[] in = a.in;
    int[] out = a.out;
    int from = a.inOffset;
    int to = a.outOffset;
    int n = a.count;
    int root = a.root;
    int[] counts = a.counts;
    switch (a.operation) {
      case BROADCAST -> world.broadcast(in, INT, from, n, root);
      case GATHER -> world.gather(in, INT, from, n, out, INT, to, n, root);
      case GATHERV -> world.gatherv(in, INT, from, n, out, INT, to, counts, places(a), root);
      case ALL_GATHER -> world.allGather(in, INT, from, n, out, INT, to, n);
      case ALL_GATHERV -> world.allGatherv(in, INT, from, n, out, INT, to, counts, places(a));
      case SCATTER -> world.scatter(in, INT, from, n, out, INT, to, n, root);
      case SCATTERV -> world.scatterv(in, INT, from, counts, places(a), out, INT, to, n, root);
      case ALL_TO_ALL -> world.allToAll(in, INT, from, n, out, INT, to, n);
      case ALL_TO_ALLV ->
          world.allToAllv(in, INT, from, counts, places(a), out, INT, to, counts, places(a));
      case REDUCE -> world.reduce(in, from, out, to, INT, n, a.op, root);
      case ALL_REDUCE -> world.allReduce(in, from, out, to, INT, n, a.op);
      case SCAN -> world.scan(in, from, out, to, INT, n, a.op);
      case REDUCE_SCATTER_BLOCK -> world.reduceScatterBlock(in, from, out, to, INT, n, a.op);
      case REDUCE_SCATTER -> world.reduceScatter(in, from, out, to, INT, counts, a.op);
    }
  }

  private static void inMpi(Intracomm world, Arguments a) throws MPIException {
    int[] in = a.in;
    int[] out = a.out;
    int from = a.inOffset;
    int to = a.outOffset;
    int n = a.count;
    int root = a.root;
    int[] counts = a.counts;
    mpi.Datatype type = MPI.INT;
    mpi.Op op = a.op == null ? null : MPI.SUM;
    switch (a.operation) {
      case BROADCAST -> world.Bcast(in, from, n, type, root);
      case GATHER -> world.Gather(in, from, n, type, out, to, n, type, root);
      case GATHERV -> world.Gatherv(in, from, n, type, out, to, counts, places(a), type, root);
      case ALL_GATHER -> world.Allgather(in, from, n, type, out, to, n, type);
      case ALL_GATHERV -> world.Allgatherv(in, from, n, type, out, to, counts, places(a), type);
      case SCATTER -> world.Scatter(in, from, n, type, out, to, n, type, root);
      case SCATTERV -> world.Scatterv(in, from, counts, places(a), type, out, to, n, type, root);
      case ALL_TO_ALL -> world.Alltoall(in, from, n, type, out, to, n, type);
      case ALL_TO_ALLV ->
          world.Alltoallv(in, from, counts, places(a), type, out, to, counts, places(a), type);
      case REDUCE -> world.Reduce(in, from, out, to, n, type, op, root);
      case ALL_REDUCE -> world.Allreduce(in, from, out, to, n, type, op);
      case SCAN -> world.Scan(in, from, out, to, n, type, op);
      case REDUCE_SCATTER_BLOCK -> onDatatypes(world.ronsel().untyped(), a); // mpiJava has none
      case REDUCE_SCATTER -> world.Reduce_scatter(in, from, out, to, counts, type, op);
    }
  }
}
