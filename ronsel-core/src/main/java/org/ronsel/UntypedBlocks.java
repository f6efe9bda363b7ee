package org.ronsel;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.ronsel.collective.Collectives;
import org.ronsel.collective.Invocation;
import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.check.CollectiveCall;
import org.ronsel.collective.linear.Exchange;
import org.ronsel.collective.reduction.Reduction;
import org.ronsel.data.ElementType;
import org.ronsel.data.Signature;
import org.ronsel.engine.Operation;
import org.ronsel.observe.Call;
import org.ronsel.observe.Observation;
import org.ronsel.observe.Recorder;

/**
 * What the collective operations on buffers whose type is known at run time only have in common:
 * blocks of buffers, and exchanges of them.
 */
abstract sealed class UntypedBlocks permits UntypedMovement {
  static final int TAG = 0;
  static final byte[] NOTHING = {};

  final Comm comm;

  UntypedBlocks(Comm comm) {
    this.comm = comm;
  }

  static boolean inPlace(Object buffer) {
    return buffer == UntypedComm.IN_PLACE;
  }

  Collectives collectives() {
    return comm.collectives().unchecked();
  }

  Request start(Exchange.Builder rounds, String call) {
    Operation started = collectives().start(rounds, call);
    ((Request) started).comm = comm;
    return started;
  }

  /**
   * A call begins, of whose arguments all ranks of a checked job must say the same.
   *
   * @param root or -1 where there is none
   * @param type of the elements of a block, which is as long on all ranks; null where ranks may
   *     give different blocks
   * @param op or null where there is none
   * @return what {@link #ends} is to be given
   */
  @Nullable Call begins(
      String call,
      boolean wait,
      int root,
      @Nullable Datatype<?> type,
      long count,
      @Nullable Op op) {
    return OBSERVED ? observe(call, wait, root, type, count, op, bytes(type, count)) : null;
  }

  /** As above, for a rank that contributes another number of bytes than its block has. */
  @Nullable Call begins(
      String call, boolean wait, @Nullable Datatype<?> type, long count, long bytes) {
    return OBSERVED ? observe(call, wait, -1, type, count, null, bytes) : null;
  }

  /** As above, for blocks that may be longer on one rank than on another. */
  @Nullable Call begins(String call, boolean wait, int root, long bytes) {
    return OBSERVED ? observe(call, wait, root, null, -1, null, bytes) : null;
  }

  private static final boolean OBSERVED = Observation.CHECK || Observation.RECORD;

  private @Nullable Call observe(
      String call,
      boolean wait,
      int root,
      @Nullable Datatype<?> type,
      long count,
      @Nullable Op op,
      long bytes) {
    Recorder recorder = comm.engine().recorder();
    Call observed = Observation.RECORD && recorder != null ? recorder.open(bytes) : null;
    if (Observation.CHECK) {
      String operator = op == null ? null : op.toString();
      try {
        comm.begins(CollectiveCall.of(call, root, signature(type), count, operator), wait);
      } catch (RuntimeException failure) {
        ends(observed);
        throw failure;
      }
    }
    return observed;
  }

  private static @Nullable Signature signature(@Nullable Datatype<?> type) {
    return type == null ? null : type.shape().signature();
  }

  /** A call ends, well or not. */
  void ends(@Nullable Call observed) {
    if (Observation.RECORD && comm.engine().recorder() instanceof Recorder recorder) {
      recorder.close(observed);
    }
  }

  // ---- how much a rank contributes; 0 where nobody wants to know ----

  static long bytes(@Nullable Datatype<?> type, long count) {
    return Observation.RECORD && type != null ? Math.max(0, count) * type.sizeBytes() : 0;
  }

  static long bytes(@Nullable Datatype<?> type, int @Nullable [] counts) {
    return Observation.RECORD && counts != null
        ? bytes(type, Arrays.stream(counts).asLongStream().sum())
        : 0;
  }

  static long bytes(Datatype<?> @Nullable [] types, int @Nullable [] counts) {
    long sum = 0;
    if (Observation.RECORD && types != null && counts != null) {
      for (int i = 0; i < Math.min(types.length, counts.length); i++) {
        sum += bytes(types[i], counts[i]);
      }
    }
    return sum;
  }

  DataRange readable(String call, Object buffer, Datatype<?> type, long offset, long count) {
    return Buffers.resolve(comm, call, "the send buffer", buffer, type, offset, count, false);
  }

  DataRange writable(String call, Object buffer, Datatype<?> type, long offset, long count) {
    return Buffers.resolve(comm, call, "the receive buffer", buffer, type, offset, count, true);
  }

  /** Where the block {@code displacement} extents behind {@code offset} begins. */
  static long at(Object buffer, @Nullable Datatype<?> type, long offset, long displacement) {
    if (type == null) {
      return offset; // refused with the buffer
    }
    long unit = buffer instanceof MemorySegment ? 1 : Buffers.elementBytes(buffer);
    try {
      long bytes = Math.multiplyExact(displacement, type.extentBytes());
      return Math.addExact(offset, bytes / unit);
    } catch (ArithmeticException beyond) {
      return Long.MAX_VALUE; // as far outside
    }
  }

  /** The elements of so many blocks. */
  static long times(long count, int blocks) {
    return count > Long.MAX_VALUE / Math.max(1, blocks) ? Long.MAX_VALUE : count * blocks;
  }

  // ---- blocks ----

  /** Blocks of a buffer, one for each of several ranks. */
  interface Blocks {
    DataRange get(int index);
  }

  Blocks even(
      String call, Object buffer, Datatype<?> type, long offset, long count, boolean write) {
    return i -> {
      long at = at(buffer, type, offset, times(count, i));
      return write
          ? writable(call, buffer, type, at, count)
          : readable(call, buffer, type, at, count);
    };
  }

  Blocks uneven(
      String call,
      Object buffer,
      Datatype<?> type,
      long offset,
      int[] counts,
      int[] displacements,
      boolean write) {
    checkTable(call, counts, displacements);
    return i -> {
      checkEntry(call, i, Math.min(counts.length, displacements.length));
      long at = at(buffer, type, offset, displacements[i]);
      return write
          ? writable(call, buffer, type, at, counts[i])
          : readable(call, buffer, type, at, counts[i]);
    };
  }

  Blocks various(
      String call,
      Object buffer,
      int[] counts,
      int[] displacements,
      Datatype<?>[] types,
      boolean write) {
    checkTable(call, counts, displacements);
    Arguments.present(comm, call, "types", types);
    return i -> {
      checkEntry(call, i, Math.min(types.length, Math.min(counts.length, displacements.length)));
      long unit = buffer instanceof MemorySegment ? 1 : Buffers.elementBytes(buffer);
      long at = displacements[i] / unit;
      if (at * unit != displacements[i]) {
        throw Arguments.raised(
            comm,
            call,
            ErrorClass.ARGUMENT,
            "displacement "
                + displacements[i]
                + " of block "
                + i
                + " is no multiple of the "
                + unit
                + " bytes of an element of the array");
      }
      return write
          ? writable(call, buffer, types[i], at, counts[i])
          : readable(call, buffer, types[i], at, counts[i]);
    };
  }

  private void checkEntry(String call, int block, int entries) {
    if (block >= entries) {
      throw Arguments.raised(
          comm,
          call,
          ErrorClass.ARGUMENT,
          "block " + block + " has no entry in the tables, which have " + entries);
    }
  }

  private void checkTable(String call, int[] counts, int[] displacements) {
    Arguments.present(comm, call, "counts", counts);
    Arguments.present(comm, call, "displacements", displacements);
  }

  static void send(Exchange.Builder rounds, int rank, int tag, DataRange data) {
    rounds.send(rank, tag, data.type(), data.base(), data.offset(), data.bytes());
  }

  static void receive(Exchange.Builder rounds, int rank, int tag, DataRange data) {
    rounds.receive(rank, tag, data.type(), data.base(), data.offset(), data.bytes());
  }

  // ---- where the operations on arrays can do it ----

  /** Data as those operations take them: elements of a base from an index on. */
  record Elements(Object base, int at) {}

  static final Elements NO_ELEMENTS = new Elements(NOTHING, 0);

  static Elements elements(DataRange data) {
    ElementType type = data.type();
    Object base = data.base();
    long at = data.offset() >> type.shift();
    if (at <= Integer.MAX_VALUE && at << type.shift() == data.offset()) {
      if (base.getClass() == type.arrayClass() || !(base instanceof byte[])) {
        return new Elements(base, (int) at);
      }
    }
    return new Elements(UntypedReductions.slice(data), 0);
  }

  /** Whether so much goes through one of those operations. */
  boolean isShort(DataRange block) {
    return block.bytes() * comm.size() <= Integer.MAX_VALUE;
  }

  static int count(DataRange block) {
    return (int) (block.bytes() >> block.type().shift());
  }

  /** Makes a call of one of those operations. */
  Request make(
      boolean wait,
      Collective collective,
      ElementType type,
      long count,
      Elements in,
      Elements out,
      @Nullable Reduction op,
      int root) {
    Invocation call = wait ? collectives().invocation() : new Invocation();
    call.of(wait ? Invocation.Form.BLOCKING : Invocation.Form.STARTED, collective, type, count)
        .from(in.base(), in.at())
        .to(out.base(), out.at())
        .rootedAt(root);
    if (op != null) {
      call.combinedBy(op);
    }
    if (wait) {
      collectives().run(call);
      return comm.nothing();
    }
    Request started = collectives().start(call);
    started.comm = comm;
    return started;
  }

  Request finish(boolean wait, Exchange.Builder rounds, String call) {
    Request request = start(rounds, call);
    if (wait) {
      request.await();
    }
    return request;
  }

  /** What a rank sends to itself. */
  void copyOwn(DataRange from, DataRange to) {
    if (from.bytes() > to.bytes()) {
      throw new TruncationException(
          "rank "
              + comm.rank()
              + " sends itself "
              + from.bytes()
              + " bytes and has room for "
              + to.bytes());
    }
    UntypedReductions.copy(from, 0, to, 0, from.bytes());
  }

  /** One of several equal parts of some data. */
  static DataRange part(DataRange all, int index, int parts) {
    long bytes = all.bytes() / parts;
    return new DataRange(all.type(), all.base(), all.offset() + index * bytes, bytes);
  }
}
