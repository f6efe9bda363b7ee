package org.ronsel;

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
abstract sealed class UntypedBlocks extends UntypedNeighbours<@Nullable Void>
    permits UntypedCombining {
  static final int TAG = 0;
  static final byte[] NOTHING = {};

  @SuppressWarnings("NullAway") // does not know that the result may be null
  UntypedBlocks(Comm comm) {
    super(
        comm,
        Invocation.Form.BLOCKING,
        (calls, call) -> {
          calls.run(call);
          return null;
        });
  }

  Collectives collectives() {
    Arguments.intra(comm, "reduction");
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

  DataRange readable(String call, Object buffer, Datatype<?> type, long offset, long count) {
    return Buffers.resolve(comm, call, "the send buffer", buffer, type, offset, count, false);
  }

  DataRange writable(String call, Object buffer, Datatype<?> type, long offset, long count) {
    return Buffers.resolve(comm, call, "the receive buffer", buffer, type, offset, count, true);
  }

  // ---- blocks ----

  /** Blocks of a buffer, one for each of several ranks. */
  interface Parts {
    DataRange get(int index);
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
}
