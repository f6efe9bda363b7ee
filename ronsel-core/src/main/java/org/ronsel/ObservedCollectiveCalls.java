package org.ronsel;

import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.ronsel.collective.Collectives;
import org.ronsel.collective.check.CollectiveCall;
import org.ronsel.collective.check.RollCall;
import org.ronsel.data.ElementType;
import org.ronsel.engine.BufferUse;
import org.ronsel.engine.Operation;
import org.ronsel.observe.Call;
import org.ronsel.observe.Observation;
import org.ronsel.observe.Recorder;

/** Collective calls of a job that is checked or recorded; not loaded in any other. */
final class ObservedCollectiveCalls extends CollectiveCalls {
  private final Comm comm;
  private final @Nullable RollCall rollCall;
  private final @Nullable Recorder recorder;

  ObservedCollectiveCalls(Comm comm, Collectives collectives) {
    super(comm, collectives);
    this.comm = comm;
    this.recorder = comm.engine().recorder();
    this.rollCall =
        Observation.CHECK
            ? new RollCall(
                comm.engine(), comm.checks(), comm.all(), 2 * comm.contextId() + 1, names(comm))
            : null;
  }

  /** The ranks of an inter-communicator's two groups have the same numbers. */
  private static RollCall.Names names(Comm comm) {
    return comm.isInter()
        ? new RollCall.Names("world rank", comm.all()::endpoint)
        : new RollCall.Names("rank", rank -> rank);
  }

  @Override
  void begins(CollectiveCall call, GroupMembers part, int tag) {
    if (!Observation.CHECK) {
      return;
    }
    // Whoever gives another group is to meet the same rank.
    int[] endpoints = part.group().endpoints(each -> true);
    Arrays.sort(endpoints);
    Group group = Group.ofEndpoints(part.group().universe(), endpoints);
    GroupMembers members = new GroupMembers(group, group.rankOf(comm.endpoint()), part.label());
    RollCall.Names names = new RollCall.Names("rank", rank -> comm.rankOf(members.endpoint(rank)));
    try {
      new RollCall(comm.engine(), comm.checks(), members, 2 * comm.contextId(), names)
          .attend(call, tag);
    } catch (RonselException found) {
      throw comm.raise(found);
    }
  }

  @Override
  void begins(CollectiveCall call, boolean waits) {
    attend(call, waits);
  }

  private void attend(CollectiveCall call, boolean waits) {
    if (rollCall == null) {
      return;
    }
    if (!waits) {
      rollCall.attendMeanwhile(call);
      return;
    }
    try {
      rollCall.attend(call);
    } catch (RonselException found) {
      throw comm.raise(found);
    }
  }

  private <T> T blocking(CollectiveCall what, long bytes, Supplier<T> body) {
    Call call = recorder == null ? null : recorder.open(bytes);
    try {
      attend(what, true);
      return body.get();
    } finally {
      if (recorder != null) {
        recorder.close(call);
      }
    }
  }

  private void blocking(CollectiveCall what, long bytes, Runnable body) {
    boolean unused =
        blocking(
            what,
            bytes,
            () -> {
              body.run();
              return true;
            });
  }

  /**
   * A call that returns at once.
   *
   * @param buffer what it reads until it completes, and nobody may change; or null
   */
  private Request starting(
      CollectiveCall what,
      long bytes,
      ElementType type,
      @Nullable Object buffer,
      long offset,
      long count,
      Supplier<Request> body) {
    Call call = recorder == null ? null : recorder.open(bytes);
    try {
      attend(what, false);
      if (!Observation.CHECK) {
        return body.get();
      }
      Object read = buffer == null || !isInside(buffer, offset, count) ? NOTHING : buffer;
      long shift = read == NOTHING ? 0 : type.shift();
      BufferUse.Guard guard =
          comm.checks()
              .reading(
                  what.operation(),
                  read,
                  read == NOTHING ? 0 : offset << shift,
                  read == NOTHING ? 0 : count << shift);
      return comm.started(guard, (Operation) body.get());
    } finally {
      if (recorder != null) {
        recorder.close(call);
      }
    }
  }

  private static final byte[] NOTHING = {};

  /** Bad ranges are left to the checks of all jobs. */
  private static boolean isInside(Object array, long offset, long count) {
    return offset >= 0 && count >= 0 && offset + count <= Array.getLength(array);
  }

  private static CollectiveCall call(
      String name, int root, ElementType type, long count, @Nullable Op op) {
    return CollectiveCall.of(name, root, type, count, op == null ? null : op.toString());
  }

  private static long bytes(ElementType type, long count) {
    return Math.max(0, count) << type.shift();
  }

  private static @Nullable Object unless(boolean same, Object in) {
    return same ? null : in;
  }

  // ---- the calls ----

  @Override
  void barrier() {
    blocking(CollectiveCall.of("barrier"), 0, super::barrier);
  }

  @Override
  Request iBarrier() {
    CollectiveCall what = CollectiveCall.of("iBarrier");
    return starting(what, 0, ElementType.BYTE, null, 0, 0, super::iBarrier);
  }

  @Override
  void broadcast(ElementType type, Object array, int offset, int count, int root) {
    blocking(
        call("broadcast", root, type, count, null),
        bytes(type, count),
        () -> super.broadcast(type, array, offset, count, root));
  }

  @Override
  Request iBroadcast(ElementType type, Object array, int offset, int count, int root) {
    return starting(
        call("iBroadcast", root, type, count, null),
        bytes(type, count),
        type,
        unless(comm.rank() != root, array),
        offset,
        count,
        () -> super.iBroadcast(type, array, offset, count, root));
  }

  @Override
  void reduce(
      ElementType type,
      Object in,
      int inOffset,
      @Nullable Object out,
      int outOffset,
      int count,
      Op op,
      int root) {
    blocking(
        call("reduce", root, type, count, op),
        bytes(type, count),
        () -> super.reduce(type, in, inOffset, out, outOffset, count, op, root));
  }

  @Override
  Request iReduce(
      ElementType type,
      Object in,
      int inOffset,
      @Nullable Object out,
      int outOffset,
      int count,
      Op op,
      int root) {
    return starting(
        call("iReduce", root, type, count, op),
        bytes(type, count),
        type,
        unless(in == out, in),
        inOffset,
        count,
        () -> super.iReduce(type, in, inOffset, out, outOffset, count, op, root));
  }

  @Override
  void allReduce(
      ElementType type, Object in, int inOffset, Object out, int outOffset, int count, Op op) {
    blocking(
        call("allReduce", -1, type, count, op),
        bytes(type, count),
        () -> super.allReduce(type, in, inOffset, out, outOffset, count, op));
  }

  @Override
  Request iAllReduce(
      ElementType type, Object in, int inOffset, Object out, int outOffset, int count, Op op) {
    return starting(
        call("iAllReduce", -1, type, count, op),
        bytes(type, count),
        type,
        unless(in == out, in),
        inOffset,
        count,
        () -> super.iAllReduce(type, in, inOffset, out, outOffset, count, op));
  }

  @Override
  long allReduce(ElementType type, long bits, Op op) {
    return blocking(
        call("allReduce", -1, type, 1, op), type.bytes(), () -> super.allReduce(type, bits, op));
  }

  @Override
  void gather(
      ElementType type,
      Object in,
      int inOffset,
      int count,
      @Nullable Object out,
      int outOffset,
      int root) {
    blocking(
        call("gather", root, type, count, null),
        bytes(type, count),
        () -> super.gather(type, in, inOffset, count, out, outOffset, root));
  }

  @Override
  Request iGather(
      ElementType type,
      Object in,
      int inOffset,
      int count,
      @Nullable Object out,
      int outOffset,
      int root) {
    return starting(
        call("iGather", root, type, count, null),
        bytes(type, count),
        type,
        unless(in == out, in),
        inOffset,
        count,
        () -> super.iGather(type, in, inOffset, count, out, outOffset, root));
  }

  @Override
  void allGather(ElementType type, Object in, int inOffset, int count, Object out, int outOffset) {
    blocking(
        call("allGather", -1, type, count, null),
        bytes(type, count),
        () -> super.allGather(type, in, inOffset, count, out, outOffset));
  }

  @Override
  Request iAllGather(
      ElementType type, Object in, int inOffset, int count, Object out, int outOffset) {
    return starting(
        call("iAllGather", -1, type, count, null),
        bytes(type, count),
        type,
        unless(in == out, in),
        inOffset,
        count,
        () -> super.iAllGather(type, in, inOffset, count, out, outOffset));
  }
}
