package org.ronsel.comm;

import java.util.Arrays;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.ronsel.Op;
import org.ronsel.RonselException;
import org.ronsel.collective.Collectives;
import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.call.Invocation;
import org.ronsel.collective.check.CollectiveCall;
import org.ronsel.collective.check.CollectiveCheck;
import org.ronsel.collective.reduction.Reduction;
import org.ronsel.collective.schedule.CollectiveRequest;
import org.ronsel.data.ElementType;
import org.ronsel.data.Signature;
import org.ronsel.engine.check.BufferUse;
import org.ronsel.engine.message.Contexts;
import org.ronsel.engine.request.Operation;
import org.ronsel.observe.Call;
import org.ronsel.observe.Observation;
import org.ronsel.observe.Recorder;

/** Collective calls of a job that is checked or recorded; not loaded in any other. */
final class ObservedCollectiveCalls extends CollectiveCalls {
  private final Communicator comm;
  private final @Nullable CollectiveCheck check;
  private final @Nullable Recorder recorder;

  ObservedCollectiveCalls(Communicator comm, Collectives collectives) {
    super(comm, collectives);
    this.comm = comm;
    this.recorder = comm.engine().recorder();
    this.check =
        Observation.CHECK
            ? new CollectiveCheck(
                comm.engine(),
                comm.checks(),
                comm.all(),
                Contexts.collectives(comm.contextId()),
                names(comm))
            : null;
  }

  /** The ranks of an inter-communicator's two groups have the same numbers. */
  private static CollectiveCheck.Names names(Communicator comm) {
    return comm.isInter()
        ? new CollectiveCheck.Names("world rank", comm.all()::endpoint)
        : new CollectiveCheck.Names("rank", rank -> rank);
  }

  @Override
  void begins(CollectiveCall call, GroupMembers part, int tag) {
    if (!Observation.CHECK) {
      return;
    }
    // All ranks that give another group are to meet the same rank.
    int[] endpoints = part.group().endpoints(each -> true);
    Arrays.sort(endpoints);
    EndpointGroup group = EndpointGroup.ofEndpoints(part.group().universe(), endpoints);
    GroupMembers members = new GroupMembers(group, group.rankOf(comm.endpoint()), part.label());
    CollectiveCheck.Names names =
        new CollectiveCheck.Names("rank", rank -> comm.rankOf(members.endpoint(rank)));
    try {
      new CollectiveCheck(
              comm.engine(), comm.checks(), members, Contexts.messages(comm.contextId()), names)
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
    if (check == null) {
      return;
    }
    if (!waits) {
      check.attendMeanwhile(call);
      return;
    }
    try {
      collectives.awaitEarlier(); // else it might be a call that is to be made again
      check.attend(call);
    } catch (RonselException found) {
      throw comm.raise(found);
    }
  }

  private <T> T recorded(long bytes, Supplier<T> body) {
    Call call = recorder == null ? null : recorder.open(bytes);
    try {
      return body.get();
    } finally {
      if (recorder != null) {
        recorder.close(call);
      }
    }
  }

  private void recorded(long bytes, Runnable body) {
    var _ =
        recorded(
            bytes,
            () -> {
              body.run();
              return true;
            });
  }

  private CollectiveCall described(Invocation call) {
    Collective collective = call.collective();
    if (collective == Collective.BARRIER) {
      return CollectiveCall.of(call.call());
    }
    int root = collective.hasRoot() ? call.root() : -1;
    Reduction op = call.reduction();
    // Nothing of blocks that differ, or of the data of two groups; but of what is combined.
    boolean alike = op != null || !call.hasTable() && call.algorithm() == null;
    if (!alike || comm.isInter() && collective == Collective.REDUCE) {
      return CollectiveCall.of(call.call(), root);
    }
    String operator = op == null ? null : op.name();
    if (call.element() instanceof Signature element) {
      return CollectiveCall.of(call.call(), root, element, call.elements(), operator);
    }
    // Where blocks of different lengths are combined, all ranks give the lengths of all blocks.
    long count = collective == Collective.REDUCE_SCATTER ? call.inputs().total() : call.count();
    if (collective == Collective.REDUCE_SCATTER_BLOCK && comm.isInter()) {
      count *= comm.size();
    }
    return CollectiveCall.of(call.call(), root, call.type(), count, operator);
  }

  /** Bytes that the rank gives, or gets if it gives nothing. */
  private long bytes(Invocation call) {
    long elements =
        switch (call.collective()) {
          case ALL_TO_ALL -> call.count() * comm.peers().size();
          case REDUCE_SCATTER_BLOCK -> call.count() * comm.size();
          case ALL_TO_ALLV, REDUCE_SCATTER -> call.inputs().total();
          default -> call.count(); // of its own block
        };
    return elements << call.type().shift();
  }

  /** Guards the input of a call, which must not change until the call completes. */
  private Operation guarded(Invocation call, Supplier<Operation> body) {
    if (!Observation.CHECK) {
      return body.get();
    }
    // Those that combine give a block to each of their own group.
    boolean combines = call.collective() == Collective.REDUCE_SCATTER_BLOCK;
    int blocks = combines ? comm.size() : comm.peers().size();
    long span = call.inputSpan(blocks, call.root() == comm.all().rank());
    // What is also written may change; a broadcast's root only reads its buffer.
    // What is copied when the call starts may change as well.
    boolean reads =
        span > 0
            && call.staging() == null
            && (call.input() != call.output() || call.collective() == Collective.BROADCAST);
    int shift = call.type().shift();
    BufferUse.Guard guard =
        comm.checks()
            .reading(
                call.call(),
                reads ? call.input() : NOTHING,
                reads ? (long) call.inputAt() << shift : 0,
                reads ? span << shift : 0);
    return comm.requests.started(guard, body.get());
  }

  private static final byte[] NOTHING = {};

  // ---- the calls ----

  @Override
  void run(Invocation call) {
    recorded(
        bytes(call),
        () -> {
          attend(described(call), true);
          super.run(call);
        });
  }

  @Override
  Operation start(Invocation call) {
    return recorded(
        bytes(call),
        () -> {
          attend(described(call), false);
          return guarded(call, () -> super.start(call));
        });
  }

  @Override
  Operation restart(Invocation call, @Nullable CollectiveRequest last) {
    return recorded(
        bytes(call),
        () -> {
          if (check != null) {
            check.attendMeanwhile(described(call), call.request(), call.starts());
          }
          return guarded(call, () -> super.start(call));
        });
  }

  @Override
  void barrier() {
    recorded(
        0,
        () -> {
          attend(CollectiveCall.of("barrier"), true);
          super.barrier();
        });
  }

  @Override
  boolean barrierUninterruptibly() {
    return recorded(
        0,
        () -> {
          boolean told = collectives.awaitEarlierUninterruptibly();
          attend(CollectiveCall.of("barrier"), true);
          return super.barrierUninterruptibly() || told;
        });
  }

  @Override
  long allReduce(ElementType type, long bits, Op op) {
    return recorded(
        type.bytes(),
        () -> {
          attend(CollectiveCall.of("allReduce", -1, type, 1, op.toString()), true);
          return super.allReduce(type, bits, op);
        });
  }
}
