package org.ronsel;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import org.ronsel.collective.Collectives;
import org.ronsel.collective.Invocation;
import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.check.CollectiveCall;
import org.ronsel.collective.linear.Exchange;
import org.ronsel.collective.reduction.Reduction;
import org.ronsel.data.ElementType;
import org.ronsel.engine.Operation;
import org.ronsel.observe.Observation;

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
   * A call begins, of which all ranks of a checked job must say the same.
   *
   * @param root or -1 where there is none
   * @param type of the elements, or null where ranks may give different ones
   * @param count of these, or -1
   * @param op or null where there is none
   */
  void begins(
      String call,
      boolean wait,
      int root,
      @Nullable Datatype<?> type,
      long count,
      @Nullable Op op) {
    if (Observation.CHECK) {
      String values = null;
      long number = -1;
      if (type != null && type.elementType() != ElementType.MIXED) {
        values = type.elementType().name();
        number = count < 0 ? -1 : count * type.sizeBytes() / type.elementType().bytes();
      }
      String operator = op == null ? null : op.toString();
      comm.begins(new CollectiveCall(call, root, values, number, operator), wait);
    }
  }

  DataRange readable(String call, Object buffer, Datatype<?> type, long offset, long count) {
    return Buffers.resolve(comm, call, "the send buffer", buffer, type, offset, count, false);
  }

  DataRange writable(String call, Object buffer, Datatype<?> type, long offset, long count) {
    return Buffers.resolve(comm, call, "the receive buffer", buffer, type, offset, count, true);
  }

  /** Where the block {@code displacement} extents behind {@code offset} begins. */
  static long at(Object buffer, Datatype<?> type, long offset, long displacement) {
    long unit = buffer instanceof MemorySegment ? 1 : Buffers.elementBytes(buffer);
    return offset + displacement * type.extentBytes() / unit;
  }

  // ---- blocks ----

  /** Blocks of a buffer, one for each of several ranks. */
  interface Blocks {
    DataRange get(int index);
  }

  Blocks even(
      String call, Object buffer, Datatype<?> type, long offset, long count, boolean write) {
    return i -> {
      long at = at(buffer, type, offset, i * count);
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
    return i -> {
      long unit = buffer instanceof MemorySegment ? 1 : Buffers.elementBytes(buffer);
      long at = displacements[i] / unit;
      return write
          ? writable(call, buffer, types[i], at, counts[i])
          : readable(call, buffer, types[i], at, counts[i]);
    };
  }

  void checkTable(String call, int[] counts, int[] displacements) {
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
