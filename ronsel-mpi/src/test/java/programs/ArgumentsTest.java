package programs;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
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
import org.ronsel.ErrorClass;
import org.ronsel.Op;
import org.ronsel.Ronsel;
import org.ronsel.RonselException;
import org.ronsel.SendMode;
import org.ronsel.UntypedComm;

/**
 * Whether arguments of a call are right does not depend on how it is spelled: on arrays, on buffers
 * of a datatype, or in the package {@code mpi}, in its two spellings. One rank makes calls whose
 * arguments are drawn at random, most of them wrong, in each spelling, and compares the classes of
 * the errors. Messages go to the rank itself, or to nobody.
 */
class ArgumentsTest {
  private static final int CALLS = Integer.getInteger("ronsel.test.arguments", 20_000);

  private static final int SEED = Integer.getInteger("ronsel.test.arguments.seed", 1);

  private static final List<ByteBuffer> MEMORY =
      List.of(ByteBuffer.allocateDirect(24), ByteBuffer.allocateDirect(24));

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
    REDUCE_SCATTER,
    SEND,
    SYNCHRONOUS_SEND,
    STARTED_SEND,
    PERSISTENT_SEND,
    STARTED_RECEIVE,
    PERSISTENT_RECEIVE,
    SEND_RECEIVE,
    SEND_RECEIVE_REPLACE;

    boolean isCollective() {
      return compareTo(SEND) < 0;
    }

    boolean isInMpiJava() {
      return this != REDUCE_SCATTER_BLOCK;
    }

    boolean receivesMessage() {
      return compareTo(STARTED_RECEIVE) >= 0;
    }
  }

  /** A datatype, as Ronsel and as the package mpi have it. */
  private record Type(String name, Datatype<?> core, mpi.Datatype ofMpi) {
    static final Type INT = new Type("int", Datatype.INT, MPI.INT);

    static List<Type> all() throws MPIException {
      return List.of(
          INT,
          INT,
          INT,
          INT,
          new Type("double", Datatype.DOUBLE, MPI.DOUBLE),
          new Type(
              "2 int",
              Datatype.contiguous(2, Datatype.INT),
              mpi.Datatype.createContiguous(2, MPI.INT)),
          new Type(
              "2 of 3 int",
              Datatype.vector(2, 1, 2, Datatype.INT),
              mpi.Datatype.createVector(2, 1, 2, MPI.INT)),
          new Type("null", null, null));
    }
  }

  /**
   * What is drawn.
   *
   * @param isMemory whether the buffers are memory outside the heap, of as many integers as the
   *     arrays have
   */
  private record Arguments(
      Operation operation,
      Type type,
      boolean isMemory,
      int[] in,
      int inOffset,
      int[] out,
      int outOffset,
      int count,
      int[] counts,
      int[] displacements,
      Op op,
      int root,
      int tag) {
    static Arguments draw(SplittableRandom random, List<Type> types) {
      Operation[] all = Operation.values();
      int[] in = array(random);
      return new Arguments(
          all[random.nextInt(all.length)],
          types.get(random.nextInt(types.size())),
          random.nextInt(4) == 0,
          in,
          offset(random),
          random.nextInt(3) == 0 ? in : array(random),
          offset(random),
          random.nextInt(8) == 0 ? Integer.MAX_VALUE : random.nextInt(-1, 4),
          table(random, -1),
          // One that is negative lies outside an array, but may be right for a datatype.
          table(random, 0),
          random.nextInt(10) == 0 ? null : Op.SUM,
          random.nextInt(5) == 0 ? random.nextInt(-1, 3) : 0,
          random.nextInt(5) == 0 ? random.nextInt(-3, 0) : 7);
    }

    /** The rank that a message goes to. */
    int dest() {
      return root == 0 && !operation.receivesMessage() ? Ronsel.PROC_NULL : root;
    }

    /**
     * The rank that a message comes from. The package takes any arguments where it is PROC_NULL,
     * and a program that confuses the two wildcards.
     */
    int source() {
      return root < 0 ? -5 : root;
    }

    int receiveTag() {
      return tag == Ronsel.ANY_SOURCE ? -5 : tag;
    }

    /** Receives of mpiJava have room for a part of what they name. */
    boolean mayHaveNoRoom() {
      return operation.receivesMessage() && count > 0 && outOffset >= 0;
    }

    private static int offset(SplittableRandom random) {
      return random.nextBoolean() ? 0 : random.nextInt(-1, 4);
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
      return type.core == null
          || in == null
          || out == null
          || operation.isCollective() && op == null;
    }

    /** Whether a call on arrays has these arguments. */
    boolean isOnArrays() {
      return type.core == Datatype.INT && !isMemory;
    }

    /** Whether the calls in Open MPI's spelling, which have no offsets, have these. */
    boolean isWithoutOffsets() {
      return inOffset == 0 && outOffset == 0;
    }

    /** The package takes numbers under another basic type as their memory, Ronsel does not. */
    boolean isOtherwiseCalled() {
      return type.name.equals("double") && !isMemory;
    }

    /** The package takes a block that is shorter than all expect it, Ronsel does not. */
    boolean isShorterThanExpected() {
      return operation == Operation.ALL_GATHERV
          && counts != null
          && counts.length > 0
          && count < counts[0];
    }

    /** A buffer as the package mpi has it; the same for the same array. */
    private Object buffer(int[] array) {
      if (array == null || !isMemory) {
        return array;
      }
      int number = array == in ? 0 : 1;
      return MEMORY.get(number).slice(0, 4 * array.length).order(ByteOrder.nativeOrder());
    }

    private Object memory(int[] array) {
      return buffer(array) instanceof ByteBuffer bytes ? MemorySegment.ofBuffer(bytes) : array;
    }

    private long start(int offset) {
      return isMemory ? (long) offset * (type.name.equals("double") ? 8 : 4) : offset;
    }

    @Override
    public String toString() {
      return operation
          + (isMemory ? " in memory of " : " of ")
          + type.name
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
          + root
          + " tag "
          + tag;
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
          SplittableRandom random = new SplittableRandom(SEED);
          Map<Operation, Integer> refused = new EnumMap<>(Operation.class);
          Map<Operation, Integer> made = new EnumMap<>(Operation.class);
          List<String> differences = new ArrayList<>();
          List<Type> types = Type.all();
          for (int i = 0; i < CALLS; i++) {
            Arguments a = Arguments.draw(random, types);
            String draw = "draw " + i + " of seed " + SEED + ": " + a;
            int onDatatypes = errorClass(each -> onDatatypes(world.untyped(), each), a);
            if (a.isOnArrays()) {
              int onArrays = errorClass(each -> onArrays(world, each), a);
              if (!alike(a, onArrays, onDatatypes)) {
                differences.add(draw + ": arrays " + onArrays + ", datatypes " + onDatatypes);
              }
            }
            if (!a.hasNull() && !a.isOtherwiseCalled() && !a.isShorterThanExpected()) {
              if (a.operation.isInMpiJava()) {
                int mpiJava = errorClass(each -> inMpiJava(MPI.COMM_WORLD, each), a);
                boolean shortened = a.mayHaveNoRoom() && onDatatypes == ErrorClass.BUFFER.code();
                if (mpiJava != onDatatypes && !shortened) {
                  differences.add(draw + ": datatypes " + onDatatypes + ", mpiJava " + mpiJava);
                }
              }
              if (a.isWithoutOffsets()) {
                int openMpi = errorClass(each -> inOpenMpi(MPI.COMM_WORLD, each), a);
                if (openMpi != onDatatypes) {
                  differences.add(draw + ": datatypes " + onDatatypes + ", Open MPI " + openMpi);
                }
              }
            }
            (onDatatypes == 0 ? made : refused).merge(a.operation, 1, Integer::sum);
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
      case SEND -> world.send(in, from, n, a.dest(), a.tag);
      case SYNCHRONOUS_SEND -> world.sendSynchronous(in, from, n, a.dest(), a.tag);
      case STARTED_SEND -> world.iSend(in, from, n, a.dest(), a.tag).await();
      case PERSISTENT_SEND -> world.persistentSend(in, from, n, a.dest(), a.tag).release();
      case STARTED_RECEIVE -> world.iReceive(out, to, n, a.source(), a.receiveTag()).cancel();
      case PERSISTENT_RECEIVE ->
          world.persistentReceive(out, to, n, a.source(), a.receiveTag()).release();
      case SEND_RECEIVE ->
          world.sendReceive(in, from, n, a.dest(), 7, out, to, n, a.source(), a.receiveTag());
      case SEND_RECEIVE_REPLACE ->
          world.sendReceiveReplace(in, from, n, a.dest(), a.tag, a.source(), 7);
    }
  }

  /** Arrays may go without displacements, which the others must have. */
  private static int[] places(Arguments a) {
    return a.displacements == null ? new int[0] : a.displacements;
  }

  private static void onDatatypes(UntypedComm world, Arguments a) {
    Object in = a.memory(a.in);
    Object out = a.in == a.out ? in : a.memory(a.out);
    long from = a.start(a.inOffset);
    long to = a.start(a.outOffset);
    Datatype<?> type = a.type.core;
    int n = a.count;
    int root = a.root;
    int[] counts = a.counts;
    switch (a.operation) {
      case BROADCAST -> world.broadcast(in, type, from, n, root);
      case GATHER -> world.gather(in, type, from, n, out, type, to, n, root);
      case GATHERV -> world.gatherv(in, type, from, n, out, type, to, counts, places(a), root);
      case ALL_GATHER -> world.allGather(in, type, from, n, out, type, to, n);
      case ALL_GATHERV -> world.allGatherv(in, type, from, n, out, type, to, counts, places(a));
      case SCATTER -> world.scatter(in, type, from, n, out, type, to, n, root);
      case SCATTERV -> world.scatterv(in, type, from, counts, places(a), out, type, to, n, root);
      case ALL_TO_ALL -> world.allToAll(in, type, from, n, out, type, to, n);
      case ALL_TO_ALLV ->
          world.allToAllv(in, type, from, counts, places(a), out, type, to, counts, places(a));
      case REDUCE -> world.reduce(in, from, out, to, type, n, a.op, root);
      case ALL_REDUCE -> world.allReduce(in, from, out, to, type, n, a.op);
      case SCAN -> world.scan(in, from, out, to, type, n, a.op);
      case REDUCE_SCATTER_BLOCK -> world.reduceScatterBlock(in, from, out, to, type, n, a.op);
      case REDUCE_SCATTER -> world.reduceScatter(in, from, out, to, type, counts, a.op);
      case SEND -> world.send(SendMode.STANDARD, in, type, from, n, a.dest(), a.tag);
      case SYNCHRONOUS_SEND -> world.send(SendMode.SYNCHRONOUS, in, type, from, n, a.dest(), a.tag);
      case STARTED_SEND ->
          world.iSend(SendMode.STANDARD, in, type, from, n, a.dest(), a.tag).await();
      case PERSISTENT_SEND ->
          world.persistentSend(SendMode.STANDARD, in, type, from, n, a.dest(), a.tag).release();
      case STARTED_RECEIVE -> world.iReceive(out, type, to, n, a.source(), a.receiveTag()).cancel();
      case PERSISTENT_RECEIVE ->
          world.persistentReceive(out, type, to, n, a.source(), a.receiveTag()).release();
      case SEND_RECEIVE ->
          world.sendReceive(
              in, type, from, n, a.dest(), 7, out, type, to, n, a.source(), a.receiveTag());
      case SEND_RECEIVE_REPLACE ->
          world.sendReceiveReplace(in, type, from, n, a.dest(), a.tag, a.source(), 7);
    }
  }

  private static void inMpiJava(Intracomm world, Arguments a) throws MPIException {
    Object in = a.buffer(a.in);
    Object out = a.in == a.out ? in : a.buffer(a.out);
    int from = a.inOffset;
    int to = a.outOffset;
    int n = a.count;
    int root = a.root;
    int[] counts = a.counts;
    mpi.Datatype type = a.type.ofMpi;
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
      case REDUCE_SCATTER_BLOCK -> throw new AssertionError("mpiJava has none");
      case REDUCE_SCATTER -> world.Reduce_scatter(in, from, out, to, counts, type, op);
      case SEND -> world.Send(in, from, n, type, a.dest(), a.tag);
      case SYNCHRONOUS_SEND -> world.Ssend(in, from, n, type, a.dest(), a.tag);
      case STARTED_SEND -> world.Isend(in, from, n, type, a.dest(), a.tag).Wait();
      case PERSISTENT_SEND -> world.Send_init(in, from, n, type, a.dest(), a.tag).Free();
      case STARTED_RECEIVE -> world.Irecv(out, to, n, type, a.source(), a.receiveTag()).Cancel();
      case PERSISTENT_RECEIVE ->
          world.Recv_init(out, to, n, type, a.source(), a.receiveTag()).Free();
      case SEND_RECEIVE ->
          world.Sendrecv(
              in, from, n, type, a.dest(), 7, out, to, n, type, a.source(), a.receiveTag());
      case SEND_RECEIVE_REPLACE ->
          world.Sendrecv_replace(in, from, n, type, a.dest(), a.tag, a.source(), 7);
    }
  }

  private static void inOpenMpi(Intracomm world, Arguments a) throws MPIException {
    Object in = a.buffer(a.in);
    Object out = a.in == a.out ? in : a.buffer(a.out);
    int n = a.count;
    int root = a.root;
    int[] counts = a.counts;
    mpi.Datatype type = a.type.ofMpi;
    mpi.Op op = a.op == null ? null : MPI.SUM;
    switch (a.operation) {
      case BROADCAST -> world.bcast(in, n, type, root);
      case GATHER -> world.gather(in, n, type, out, n, type, root);
      case GATHERV -> world.gatherv(in, n, type, out, counts, places(a), type, root);
      case ALL_GATHER -> world.allGather(in, n, type, out, n, type);
      case ALL_GATHERV -> world.allGatherv(in, n, type, out, counts, places(a), type);
      case SCATTER -> world.scatter(in, n, type, out, n, type, root);
      case SCATTERV -> world.scatterv(in, counts, places(a), type, out, n, type, root);
      case ALL_TO_ALL -> world.allToAll(in, n, type, out, n, type);
      case ALL_TO_ALLV ->
          world.allToAllv(in, counts, places(a), type, out, counts, places(a), type);
      case REDUCE -> world.reduce(in, out, n, type, op, root);
      case ALL_REDUCE -> world.allReduce(in, out, n, type, op);
      case SCAN -> world.scan(in, out, n, type, op);
      case REDUCE_SCATTER_BLOCK -> world.reduceScatterBlock(in, out, n, type, op);
      case REDUCE_SCATTER -> world.reduceScatter(in, out, counts, type, op);
      case SEND -> world.send(in, n, type, a.dest(), a.tag);
      case SYNCHRONOUS_SEND -> world.sSend(in, n, type, a.dest(), a.tag);
      case SEND_RECEIVE ->
          world.sendRecv(in, n, type, a.dest(), 7, out, n, type, a.source(), a.receiveTag());
      case SEND_RECEIVE_REPLACE ->
          world.sendRecvReplace(in, n, type, a.dest(), a.tag, a.source(), 7);
      case STARTED_SEND -> world.iSend(in, n, type, a.dest(), a.tag).waitFor();
      case PERSISTENT_SEND -> world.sendInit(in, n, type, a.dest(), a.tag).free();
      case STARTED_RECEIVE -> world.iRecv(out, n, type, a.source(), a.receiveTag()).cancel();
      case PERSISTENT_RECEIVE -> world.recvInit(out, n, type, a.source(), a.receiveTag()).free();
    }
  }
}
