package programs;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import org.junit.jupiter.api.Test;
import org.ronsel.Comm;
import org.ronsel.Datatype;
import org.ronsel.ErrorClass;
import org.ronsel.Ronsel;
import org.ronsel.RonselException;
import org.ronsel.SendMode;
import org.ronsel.Status;
import org.ronsel.UntypedComm;

/**
 * Whether arguments of a message are right does not depend on how the call is spelled: on arrays
 * and segments, on buffers of a datatype, or in the package {@code mpi}, in its two spellings. One
 * rank makes calls whose arguments are drawn at random, most of them wrong, in each spelling, and
 * compares the classes of the errors. Where the package is to be more tolerant by {@code
 * docs/compatibility.md}, {@link Arguments#inMpi} says which call of Ronsel its call is.
 * Partitioned calls, which the package does not have, are compared on arrays, segments and
 * datatypes.
 */
class PointToPointArgumentsTest {
  private static final int CALLS = Integer.getInteger("ronsel.test.arguments", 20_000);
  private static final int SEED = Integer.getInteger("ronsel.test.arguments.seed", 1);

  private static final ByteBuffer DIRECT =
      ByteBuffer.allocateDirect(40).order(ByteOrder.nativeOrder());

  /** More than what is in it at once: each message is received before the next one. */
  private static final int ATTACHED_BYTES = 10_000;

  private enum Operation {
    SEND(SendMode.STANDARD),
    SEND_BUFFERED(SendMode.BUFFERED),
    SEND_READY(SendMode.READY),
    I_SEND(SendMode.STANDARD),
    I_SEND_SYNCHRONOUS(SendMode.SYNCHRONOUS),
    I_SEND_BUFFERED(SendMode.BUFFERED),
    I_SEND_READY(SendMode.READY),
    PERSISTENT_SEND(SendMode.STANDARD),
    PERSISTENT_SEND_BUFFERED(SendMode.BUFFERED),
    PERSISTENT_SEND_READY(SendMode.READY),
    PARTITIONED_SEND(SendMode.STANDARD),
    RECEIVE(SendMode.STANDARD),
    I_RECEIVE(SendMode.STANDARD),
    PERSISTENT_RECEIVE(SendMode.STANDARD),
    PARTITIONED_RECEIVE(SendMode.STANDARD),
    SEND_RECEIVE(SendMode.STANDARD),
    SEND_RECEIVE_REPLACE(SendMode.STANDARD),
    PROBE(SendMode.STANDARD),
    I_PROBE(SendMode.STANDARD);

    /** That of what it sends. */
    private final SendMode mode;

    Operation(SendMode mode) {
      this.mode = mode;
    }

    boolean sends() {
      return name().contains("SEND");
    }

    boolean receives() {
      return name().contains("RECEIVE");
    }

    /** Whether it makes a request that is to be started later. */
    boolean isPersistent() {
      return name().startsWith("PERSISTENT") || isPartitioned();
    }

    boolean isPartitioned() {
      return name().startsWith("PARTITIONED");
    }
  }

  /** A datatype, as Ronsel and as the package mpi have it. */
  private record Type(String name, Datatype<?> core, mpi.Datatype ofMpi, int unit) {
    static List<Type> all() throws MPIException {
      return List.of(
          new Type("int", Datatype.INT, MPI.INT, 4),
          new Type("int", Datatype.INT, MPI.INT, 4),
          new Type("double", Datatype.DOUBLE, MPI.DOUBLE, 8),
          new Type("byte", Datatype.BYTE, MPI.BYTE, 1),
          new Type("long", Datatype.LONG, MPI.LONG, 8),
          new Type("boolean", Datatype.BOOLEAN, MPI.BOOLEAN, 1),
          new Type(
              "3 int",
              Datatype.contiguous(3, Datatype.INT),
              mpi.Datatype.createContiguous(3, MPI.INT),
              4),
          new Type(
              "2 of 4 int",
              Datatype.vector(2, 1, 3, Datatype.INT),
              mpi.Datatype.createVector(2, 1, 3, MPI.INT),
              4),
          new Type(
              "overlapping int",
              Datatype.vector(3, 2, 1, Datatype.INT),
              mpi.Datatype.createVector(3, 2, 1, MPI.INT),
              4),
          new Type("null", null, null, 1));
    }
  }

  /** What is drawn; {@code type} and what belongs to it is of Ronsel. */
  private record Arguments(
      Operation operation,
      Object buffer,
      Type type,
      long offset,
      int partitions,
      int count,
      int dest,
      int sendTag,
      int source,
      int receiveTag) {
    static Arguments draw(SplittableRandom random, List<Type> types) {
      Operation[] all = Operation.values();
      Type type = types.get(random.nextInt(types.size()));
      int tag = tag(random);
      return new Arguments(
          all[random.nextInt(all.length)],
          buffer(random),
          type,
          random.nextBoolean() ? 0 : random.nextInt(-1, 5),
          random.nextInt(-1, 4),
          random.nextInt(8) == 0
              ? Integer.MAX_VALUE - random.nextInt(2)
              : random.nextInt(5) == 0 ? -1 - random.nextInt(3) : random.nextInt(5),
          peer(random),
          tag,
          peer(random),
          random.nextBoolean() ? tag : tag(random));
    }

    private static Object buffer(SplittableRandom random) {
      int length = random.nextInt(6);
      return switch (random.nextInt(16)) {
        case 0 -> null;
        case 1 -> new boolean[length];
        case 2 -> "a string";
        case 3 -> new Integer[length];
        case 4 -> new int[length][1];
        case 5 -> DIRECT.asReadOnlyBuffer().order(ByteOrder.nativeOrder());
        case 6 -> DIRECT.slice(8, 4 * length).order(ByteOrder.nativeOrder());
        case 7 -> DIRECT;
        case 8 -> new byte[4 * length];
        case 9, 10 -> new double[length];
        default -> new int[length];
      };
    }

    private static int peer(SplittableRandom random) {
      return switch (random.nextInt(12)) {
        case 0 -> 1;
        case 1 -> -77;
        case 2 -> Ronsel.PROC_NULL;
        case 3 -> Ronsel.ANY_SOURCE;
        case 4 -> Integer.MAX_VALUE;
        case 5 -> Ronsel.ANY_TAG;
        default -> 0;
      };
    }

    private static int tag(SplittableRandom random) {
      return switch (random.nextInt(10)) {
        case 0 -> -77;
        case 1 -> Ronsel.ANY_TAG;
        case 2 -> Integer.MAX_VALUE;
        case 3 -> Ronsel.ANY_SOURCE;
        default -> random.nextInt(3);
      };
    }

    /** The buffer as Ronsel has it, where that is not the same. */
    Object memory() {
      return buffer instanceof ByteBuffer bytes ? MemorySegment.ofBuffer(bytes) : buffer;
    }

    long start() {
      return buffer instanceof ByteBuffer ? offset * type.unit : offset;
    }

    private Arguments with(Object other, Type otherType, long otherOffset, int otherCount) {
      return new Arguments(
          operation,
          other,
          otherType,
          otherOffset,
          partitions,
          otherCount,
          dest,
          sendTag,
          operation.receives() || !operation.sends() ? wildcard(source) : source,
          wildcardTag(receiveTag));
    }

    /** Any tag as the source is any source. */
    private static int wildcard(int source) {
      return source == Ronsel.ANY_TAG ? Ronsel.ANY_SOURCE : source;
    }

    /** Any source as the tag is any tag. */
    private static int wildcardTag(int tag) {
      return tag == Ronsel.ANY_SOURCE ? Ronsel.ANY_TAG : tag;
    }

    /**
     * The call of Ronsel that a call of the package is: null is a buffer without data, and so is
     * any object where there are no elements, the two wildcards are one, an array of numbers under
     * another basic type is its memory, and nothing is received from {@code PROC_NULL}, whatever
     * the buffer.
     */
    Arguments inMpi() {
      boolean isReceive = operation.receives() && !operation.sends();
      if (isReceive && source == Ronsel.PROC_NULL && type.core != null) {
        return with(new byte[0], new Type("byte", Datatype.BYTE, MPI.BYTE, 1), 0, 0);
      }
      if (buffer == null || count == 0 && !isMemory()) {
        return with(new byte[0], type, offset, count);
      }
      MemorySegment taken =
          switch (buffer) {
            case int[] array when !type.name.contains("int") -> MemorySegment.ofArray(array);
            case double[] array when !type.name.equals("double") -> MemorySegment.ofArray(array);
            default -> null;
          };
      return taken == null || type.core == null
          ? with(buffer, type, offset, count)
          : with(taken, type, offset * type.unit, count);
    }

    private boolean isMemory() {
      return buffer instanceof ByteBuffer
          || buffer.getClass().isArray() && buffer.getClass().componentType().isPrimitive();
    }

    /** Another call with the same arguments. */
    Arguments as(Operation other) {
      return new Arguments(
          other, buffer, type, offset, partitions, count, dest, sendTag, source, receiveTag);
    }

    /** A call that names fewer elements. */
    Arguments of(int fewer) {
      return new Arguments(
          operation, buffer, type, offset, partitions, fewer, dest, sendTag, source, receiveTag);
    }

    /** A message without data, so that no receive or probe waits for one. */
    void prepare(UntypedComm world) {
      boolean takes = operation != Operation.I_PROBE && !operation.isPersistent();
      if (takes && (operation.receives() || operation == Operation.PROBE)) {
        int tag = receiveTag < 0 ? 0 : receiveTag;
        Datatype<?> sent = type.core == null ? Datatype.INT : type.core;
        try {
          world.iSend(SendMode.STANDARD, new byte[0], sent, 0, 0, 0, tag).await();
        } catch (RonselException e) {
          // The tag is no tag for a receive either.
        }
      }
    }

    private String describe() {
      return buffer == null
          ? "null"
          : buffer.getClass().isArray()
              ? buffer.getClass().getComponentType()
                  + "["
                  + java.lang.reflect.Array.getLength(buffer)
                  + "]"
              : buffer.toString();
    }

    @Override
    public String toString() {
      return "%s of %s%d %s from %d of %s, dest %d tag %d, source %d tag %d"
          .formatted(
              operation,
              operation.isPartitioned() ? partitions + " times " : "",
              count,
              type.name,
              offset,
              describe(),
              dest,
              sendTag,
              source,
              receiveTag);
    }
  }

  @FunctionalInterface
  private interface Spelling {
    /** Makes the call. */
    void call(Arguments a) throws MPIException;
  }

  @Test
  void theSameArgumentsAreRefusedInEverySpelling() {
    Ronsel.run(
        1,
        world -> {
          MPI.Init(new String[0]);
          MPI.attachBuffer(new byte[ATTACHED_BYTES]);
          List<Type> types = Type.all();
          SplittableRandom random = new SplittableRandom(SEED);
          Map<Operation, Integer> refused = new TreeMap<>();
          Map<Operation, Integer> made = new TreeMap<>();
          int typed = 0;
          int sliced = 0;
          List<String> differences = new ArrayList<>();
          for (int i = 0; i < CALLS; i++) {
            Arguments a = Arguments.draw(random, types);
            UntypedComm untyped = world.untyped();
            String core = outcome(world, each -> onDatatypes(untyped, each), a);
            String what = "draw " + i + " of seed " + SEED + ": " + a + ": datatypes " + core;
            if (hasTypedForm(a)) {
              typed++;
              String array = outcome(world, each -> typed(world, each), a);
              if (!array.equals(core)) {
                differences.add(what + ", typed " + array);
              }
            }
            (core.equals("made") ? made : refused).merge(a.operation, 1, Integer::sum);
            if (a.operation.isPartitioned()) {
              continue;
            }
            String expected = outcome(world, each -> onDatatypes(untyped, each), a.inMpi());
            String mpiJava = outcome(world, each -> inMpiJava(MPI.COMM_WORLD, each), a);
            if (!mpiJava.equals(expected) && !isShorterReceive(world, a, mpiJava)) {
              differences.add(what + ", as mpi takes it " + expected + ", mpiJava " + mpiJava);
            }
            Object slice = slice(a);
            if (slice != null) {
              sliced++;
              String openMpi = outcome(world, each -> inOpenMpi(MPI.COMM_WORLD, slice, each), a);
              if (!openMpi.equals(expected)) {
                differences.add(what + ", as mpi takes it " + expected + ", Open MPI " + openMpi);
              }
            }
          }
          assertThat(differences).isEmpty();
          assertThat(refused.keySet()).hasSize(Operation.values().length);
          assertThat(made.keySet()).hasSize(Operation.values().length);
          assertThat(typed).isGreaterThan(CALLS / 10);
          assertThat(sliced).isGreaterThan(CALLS / 10);
        });
  }

  /** In Open MPI's spelling short ones need no buffer, but right arguments all the same. */
  @Test
  void aBufferedSendWithoutABufferRefusesWhatASendRefuses() {
    Ronsel.run(
        1,
        world -> {
          MPI.Init(new String[0]);
          List<Type> types = Type.all();
          SplittableRandom random = new SplittableRandom(SEED);
          List<String> differences = new ArrayList<>();
          int made = 0;
          for (int i = 0; i < CALLS / 10; i++) {
            Arguments a = Arguments.draw(random, types).as(Operation.SEND);
            Object slice = slice(a);
            if (slice != null) {
              String sent = outcome(world, each -> onDatatypes(world.untyped(), each), a.inMpi());
              Arguments buffered = a.as(Operation.SEND_BUFFERED);
              String outcome =
                  outcome(world, each -> inOpenMpi(MPI.COMM_WORLD, slice, each), buffered);
              if (!outcome.equals(sent)) {
                differences.add(buffered + ": sent " + sent + ", buffered " + outcome);
              }
              made += sent.equals("made") ? 1 : 0;
            }
          }
          assertThat(differences).isEmpty();
          assertThat(made).isPositive();
        });
  }

  /** In mpiJava's spelling a receive takes as many of its elements as the buffer holds. */
  private static boolean isShorterReceive(Comm world, Arguments a, String mpiJava) {
    if (!a.operation.receives() || a.operation == Operation.SEND_RECEIVE_REPLACE) {
      return false;
    }
    String outside = "class " + ErrorClass.BUFFER.code();
    for (int fewer = Math.min(a.count - 1, DIRECT.capacity()); fewer >= 0; fewer--) {
      Arguments shorter = a.inMpi().of(fewer);
      String outcome = outcome(world, each -> onDatatypes(world.untyped(), each), shorter);
      if (!outcome.equals(outside)) {
        return mpiJava.equals(outcome);
      }
    }
    return false;
  }

  /** What becomes of a call; no message is left behind. */
  private static String outcome(Comm world, Spelling spelling, Arguments a) {
    a.prepare(world.untyped());
    try {
      spelling.call(a);
      return "made";
    } catch (MPIException e) {
      return "class " + e.getErrorClass();
    } catch (RonselException e) {
      return "class " + e.errorClass().code();
    } catch (RuntimeException e) {
      return e.toString();
    } finally {
      Datatype<?> any = UntypedComm.ofAnyType(Datatype.BYTE);
      while (world.iProbe(Ronsel.ANY_SOURCE, Ronsel.ANY_TAG) != null) {
        world
            .untyped()
            .iReceive(new byte[100], any, 0, 100, Ronsel.ANY_SOURCE, Ronsel.ANY_TAG)
            .await();
      }
    }
  }

  private static void onDatatypes(UntypedComm world, Arguments a) {
    Object buffer = a.memory();
    Datatype<?> type = a.type.core;
    long from = a.start();
    switch (a.operation) {
      case SEND, SEND_BUFFERED, SEND_READY ->
          world.send(a.operation.mode, buffer, type, from, a.count, a.dest, a.sendTag);
      case I_SEND, I_SEND_SYNCHRONOUS, I_SEND_BUFFERED, I_SEND_READY ->
          world.iSend(a.operation.mode, buffer, type, from, a.count, a.dest, a.sendTag).release();
      case PERSISTENT_SEND, PERSISTENT_SEND_BUFFERED, PERSISTENT_SEND_READY ->
          world.persistentSend(a.operation.mode, buffer, type, from, a.count, a.dest, a.sendTag);
      case PARTITIONED_SEND ->
          world.partitionedSend(buffer, type, from, a.partitions, a.count, a.dest, a.sendTag);
      case RECEIVE ->
          world.receive(buffer, type, from, a.count, a.source, a.receiveTag, new Status());
      case I_RECEIVE -> world.iReceive(buffer, type, from, a.count, a.source, a.receiveTag).await();
      case PERSISTENT_RECEIVE ->
          world.persistentReceive(buffer, type, from, a.count, a.source, a.receiveTag);
      case PARTITIONED_RECEIVE ->
          world.partitionedReceive(
              buffer, type, from, a.partitions, a.count, a.source, a.receiveTag);
      case SEND_RECEIVE ->
          world.sendReceive(
              new int[2],
              Datatype.INT,
              0,
              0,
              a.dest,
              a.sendTag,
              buffer,
              type,
              from,
              a.count,
              a.source,
              a.receiveTag);
      case SEND_RECEIVE_REPLACE ->
          world.sendReceiveReplace(
              buffer, type, from, a.count, a.dest, a.sendTag, a.source, a.receiveTag);
      case PROBE -> world.comm().probe(a.source, a.receiveTag);
      case I_PROBE -> world.comm().iProbe(a.source, a.receiveTag);
    }
  }

  private static boolean hasTypedForm(Arguments a) {
    return switch (a.operation) {
      case SEND, I_SEND, PERSISTENT_SEND, RECEIVE, I_RECEIVE, PERSISTENT_RECEIVE ->
          a.buffer instanceof int[]
              || a.buffer instanceof double[]
              || a.buffer instanceof ByteBuffer
              || a.buffer == null;
      case SEND_BUFFERED,
          SEND_READY,
          I_SEND_SYNCHRONOUS,
          I_SEND_BUFFERED,
          I_SEND_READY,
          PERSISTENT_SEND_BUFFERED,
          PERSISTENT_SEND_READY ->
          a.buffer instanceof int[] || a.buffer == null;
      case PARTITIONED_SEND, PARTITIONED_RECEIVE ->
          a.buffer instanceof ByteBuffer
              || (a.buffer instanceof int[] || a.buffer == null)
                  && a.type.core == Datatype.INT
                  && a.offset == 0;
      case SEND_RECEIVE, SEND_RECEIVE_REPLACE ->
          (a.buffer instanceof int[] || a.buffer == null) && a.type.core == Datatype.INT;
      default -> false;
    };
  }

  private static void typed(Comm world, Arguments a) {
    if (a.buffer instanceof double[] doubles) {
      onDoubles(world, doubles, a);
    } else if (a.buffer instanceof ByteBuffer) {
      onSegment(world, (MemorySegment) a.memory(), a);
    } else {
      onInts(world, (int[]) a.buffer, a);
    }
  }

  private static void onInts(Comm world, int[] buffer, Arguments a) {
    Datatype<?> type = a.type.core;
    int from = (int) a.offset;
    int n = a.count;
    switch (a.operation) {
      case SEND -> world.send(buffer, type, from, n, a.dest, a.sendTag);
      case SEND_BUFFERED -> world.sendBuffered(buffer, type, from, n, a.dest, a.sendTag);
      case SEND_READY -> world.sendReady(buffer, type, from, n, a.dest, a.sendTag);
      case I_SEND -> world.iSend(buffer, type, from, n, a.dest, a.sendTag).release();
      case I_SEND_SYNCHRONOUS ->
          world.iSendSynchronous(buffer, type, from, n, a.dest, a.sendTag).release();
      case I_SEND_BUFFERED ->
          world.iSendBuffered(buffer, type, from, n, a.dest, a.sendTag).release();
      case I_SEND_READY -> world.iSendReady(buffer, type, from, n, a.dest, a.sendTag).release();
      case PERSISTENT_SEND -> world.persistentSend(buffer, type, from, n, a.dest, a.sendTag);
      case PERSISTENT_SEND_BUFFERED ->
          world.persistentSendBuffered(buffer, type, from, n, a.dest, a.sendTag);
      case PERSISTENT_SEND_READY ->
          world.persistentSendReady(buffer, type, from, n, a.dest, a.sendTag);
      case PARTITIONED_SEND -> world.partitionedSend(buffer, a.partitions, n, a.dest, a.sendTag);
      case RECEIVE -> world.receive(buffer, type, from, n, a.source, a.receiveTag);
      case I_RECEIVE -> world.iReceive(buffer, type, from, n, a.source, a.receiveTag).await();
      case PERSISTENT_RECEIVE ->
          world.persistentReceive(buffer, type, from, n, a.source, a.receiveTag);
      case PARTITIONED_RECEIVE ->
          world.partitionedReceive(buffer, a.partitions, n, a.source, a.receiveTag);
      case SEND_RECEIVE ->
          world.sendReceive(
              new int[2], 0, 0, a.dest, a.sendTag, buffer, from, n, a.source, a.receiveTag);
      case SEND_RECEIVE_REPLACE ->
          world.sendReceiveReplace(buffer, from, n, a.dest, a.sendTag, a.source, a.receiveTag);
      default -> throw new AssertionError(a.operation);
    }
  }

  private static void onDoubles(Comm world, double[] buffer, Arguments a) {
    Datatype<?> type = a.type.core;
    int from = (int) a.offset;
    int n = a.count;
    switch (a.operation) {
      case SEND -> world.send(buffer, type, from, n, a.dest, a.sendTag);
      case I_SEND -> world.iSend(buffer, type, from, n, a.dest, a.sendTag).release();
      case PERSISTENT_SEND -> world.persistentSend(buffer, type, from, n, a.dest, a.sendTag);
      case RECEIVE -> world.receive(buffer, type, from, n, a.source, a.receiveTag);
      case I_RECEIVE -> world.iReceive(buffer, type, from, n, a.source, a.receiveTag).await();
      case PERSISTENT_RECEIVE ->
          world.persistentReceive(buffer, type, from, n, a.source, a.receiveTag);
      default -> throw new AssertionError(a.operation);
    }
  }

  private static void onSegment(Comm world, MemorySegment buffer, Arguments a) {
    Datatype<?> type = a.type.core;
    long from = a.start();
    int n = a.count;
    switch (a.operation) {
      case SEND -> world.send(buffer, type, from, n, a.dest, a.sendTag);
      case I_SEND -> world.iSend(buffer, type, from, n, a.dest, a.sendTag).release();
      case PERSISTENT_SEND -> world.persistentSend(buffer, type, from, n, a.dest, a.sendTag);
      case PARTITIONED_SEND ->
          world.partitionedSend(buffer, type, from, a.partitions, n, a.dest, a.sendTag);
      case RECEIVE -> world.receive(buffer, type, from, n, a.source, a.receiveTag);
      case I_RECEIVE -> world.iReceive(buffer, type, from, n, a.source, a.receiveTag).await();
      case PERSISTENT_RECEIVE ->
          world.persistentReceive(buffer, type, from, n, a.source, a.receiveTag);
      case PARTITIONED_RECEIVE ->
          world.partitionedReceive(buffer, type, from, a.partitions, n, a.source, a.receiveTag);
      default -> throw new AssertionError(a.operation);
    }
  }

  private static void inMpiJava(Intracomm world, Arguments a) throws MPIException {
    Object buffer = a.buffer;
    mpi.Datatype type = a.type.ofMpi;
    int from = (int) a.offset;
    int n = a.count;
    switch (a.operation) {
      case SEND -> world.Send(buffer, from, n, type, a.dest, a.sendTag);
      case SEND_BUFFERED -> world.Bsend(buffer, from, n, type, a.dest, a.sendTag);
      case SEND_READY -> world.Rsend(buffer, from, n, type, a.dest, a.sendTag);
      case I_SEND -> world.Isend(buffer, from, n, type, a.dest, a.sendTag);
      case I_SEND_SYNCHRONOUS -> world.Issend(buffer, from, n, type, a.dest, a.sendTag);
      case I_SEND_BUFFERED -> world.Ibsend(buffer, from, n, type, a.dest, a.sendTag);
      case I_SEND_READY -> world.Irsend(buffer, from, n, type, a.dest, a.sendTag);
      case PERSISTENT_SEND -> world.Send_init(buffer, from, n, type, a.dest, a.sendTag).Free();
      case PERSISTENT_SEND_BUFFERED ->
          world.Bsend_init(buffer, from, n, type, a.dest, a.sendTag).Free();
      case PERSISTENT_SEND_READY ->
          world.Rsend_init(buffer, from, n, type, a.dest, a.sendTag).Free();
      case RECEIVE -> world.Recv(buffer, from, n, type, a.source, a.receiveTag);
      case I_RECEIVE -> world.Irecv(buffer, from, n, type, a.source, a.receiveTag).Wait();
      case PERSISTENT_RECEIVE ->
          world.Recv_init(buffer, from, n, type, a.source, a.receiveTag).Free();
      case SEND_RECEIVE ->
          world.Sendrecv(
              new int[2],
              0,
              0,
              MPI.INT,
              a.dest,
              a.sendTag,
              buffer,
              from,
              n,
              type,
              a.source,
              a.receiveTag);
      case SEND_RECEIVE_REPLACE ->
          world.Sendrecv_replace(buffer, from, n, type, a.dest, a.sendTag, a.source, a.receiveTag);
      case PROBE -> world.Probe(a.source, a.receiveTag);
      case I_PROBE -> world.Iprobe(a.source, a.receiveTag);
      case PARTITIONED_SEND, PARTITIONED_RECEIVE -> throw new AssertionError(a.operation);
    }
  }

  /**
   * The part of the buffer from the offset on, which the calls of Open MPI do not have, or null.
   */
  private static Object slice(Arguments a) {
    int from = (int) a.offset;
    if (from == 0 && a.buffer != null) {
      return a.buffer;
    }
    if (a.inMpi().buffer != a.buffer) {
      return null; // its slices count other elements than its memory does
    }
    return switch (a.buffer) {
      case int[] array when from >= 0 && from <= array.length -> MPI.slice(array, from);
      case double[] array when from >= 0 && from <= array.length -> MPI.slice(array, from);
      case null, default -> null;
    };
  }

  private static void inOpenMpi(Intracomm world, Object buffer, Arguments a) throws MPIException {
    mpi.Datatype type = a.type.ofMpi;
    int n = a.count;
    switch (a.operation) {
      case SEND -> world.send(buffer, n, type, a.dest, a.sendTag);
      case SEND_BUFFERED -> world.bSend(buffer, n, type, a.dest, a.sendTag);
      case SEND_READY -> world.rSend(buffer, n, type, a.dest, a.sendTag);
      case I_SEND -> world.iSend(buffer, n, type, a.dest, a.sendTag);
      case I_SEND_SYNCHRONOUS -> world.isSend(buffer, n, type, a.dest, a.sendTag);
      case I_SEND_BUFFERED -> world.ibSend(buffer, n, type, a.dest, a.sendTag);
      case I_SEND_READY -> world.irSend(buffer, n, type, a.dest, a.sendTag);
      case PERSISTENT_SEND -> world.sendInit(buffer, n, type, a.dest, a.sendTag).free();
      case PERSISTENT_SEND_BUFFERED -> world.bSendInit(buffer, n, type, a.dest, a.sendTag).free();
      case PERSISTENT_SEND_READY -> world.rSendInit(buffer, n, type, a.dest, a.sendTag).free();
      case RECEIVE -> world.recv(buffer, n, type, a.source, a.receiveTag);
      case I_RECEIVE -> world.iRecv(buffer, n, type, a.source, a.receiveTag).waitFor();
      case PERSISTENT_RECEIVE -> world.recvInit(buffer, n, type, a.source, a.receiveTag).free();
      case SEND_RECEIVE ->
          world.sendRecv(
              new int[2], 0, MPI.INT, a.dest, a.sendTag, buffer, n, type, a.source, a.receiveTag);
      case SEND_RECEIVE_REPLACE ->
          world.sendRecvReplace(buffer, n, type, a.dest, a.sendTag, a.source, a.receiveTag);
      case PROBE -> world.probe(a.source, a.receiveTag);
      case I_PROBE -> world.iProbe(a.source, a.receiveTag);
      case PARTITIONED_SEND, PARTITIONED_RECEIVE -> throw new AssertionError(a.operation);
    }
  }
}
