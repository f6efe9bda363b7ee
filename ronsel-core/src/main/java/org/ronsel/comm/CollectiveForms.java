package org.ronsel.comm;

import java.lang.reflect.Array;
import org.jspecify.annotations.Nullable;
import org.ronsel.Op;
import org.ronsel.PersistentRequest;
import org.ronsel.RonselException;
import org.ronsel.collective.Collectives;
import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.call.Invocation;
import org.ronsel.collective.call.Invocation.CallKind;
import org.ronsel.collective.check.CollectiveCall;
import org.ronsel.collective.reduction.Reduction;
import org.ronsel.collective.schedule.CollectiveRequest;
import org.ronsel.comm.CollectiveForms.Role;
import org.ronsel.data.ElementType;
import org.ronsel.engine.request.Operation;

/**
 * The three forms in which a collective call is made, and the ranks that take part in it: on an
 * intra-communicator all ranks, on an inter-communicator those of the other group, or one.
 */
abstract class CollectiveForms {
  static final byte[] NOWHERE = {};

  final Communicator comm;
  final Collectives collectives;

  /** Only on an inter-communicator. */
  private final @Nullable InterRoles inter;

  CollectiveForms(Communicator comm, Collectives collectives) {
    this.comm = comm;
    this.collectives = collectives;
    this.inter = comm.isInter() ? new InterRoles(comm) : null;
  }

  /**
   * A collective call that is not among those below begins, such as one that makes a communicator.
   *
   * @param waits whether it returns only when it is complete
   */
  void begins(CollectiveCall call, boolean waits) {
    // Means something where calls are observed.
  }

  /**
   * A call of some of the ranks begins.
   *
   * @param tag of the program's, for several at a time
   */
  void begins(CollectiveCall call, GroupMembers part, int tag) {
    // Means something where calls are observed.
  }

  /** The operations themselves, for arguments that are checked. */
  final Collectives unchecked() {
    return collectives;
  }

  // ---- the three forms ----

  /** Makes a call that blocks. */
  void run(Invocation call) {
    Operands.check(comm, call, own(), peers());
    try {
      collectives.run(call);
    } catch (RonselException failure) {
      throw comm.raise(failure);
    }
  }

  /** Makes a call that returns a request. */
  Operation start(Invocation call) {
    Operands.check(comm, call, own(), peers());
    try {
      return comm.requests.own(collectives.start(call));
    } catch (RonselException failure) {
      throw comm.raise(failure);
    }
  }

  /** Makes a call that returns a request which can be started again and again. */
  final PersistentRequest prepare(Invocation call) {
    Operands.check(comm, call, own(), peers());
    try {
      collectives.initialise(call);
    } catch (RonselException failure) {
      throw comm.raise(failure);
    }
    return new PersistentCollective(comm, call);
  }

  /**
   * Starts a persistent call once more.
   *
   * @param last the request of its last start if that has succeeded, else null
   */
  Operation restart(Invocation call, @Nullable CollectiveRequest last) {
    try {
      return comm.requests.own(collectives.restart(call, last));
    } catch (RonselException failure) {
      throw comm.raise(failure);
    }
  }

  final Invocation begin(CallKind kind, Collective collective, ElementType type, long count) {
    Invocation call = kind == CallKind.BLOCKING ? collectives.invocation() : new Invocation();
    return call.of(kind, collective, type, count);
  }

  // ---- barrier, and one value ----

  void barrier() {
    try {
      collectives.barrier();
    } catch (RonselException failure) {
      throw comm.raise(failure);
    }
  }

  /** A barrier that an interrupt does not end; whether the thread was interrupted. */
  boolean barrierUninterruptibly() {
    try {
      return collectives.barrierUninterruptibly();
    } catch (RonselException failure) {
      throw comm.raise(failure);
    }
  }

  Invocation barrier(CallKind kind) {
    return begin(kind, Collective.BARRIER, ElementType.BYTE, 0);
  }

  /** AllReduce of one value as bits; see {@link Reduction#combine(long, long)}. */
  long allReduce(ElementType type, long bits, Op op) {
    Reduction reduction = CollectiveArguments.reduction(comm, "allReduce", op, type);
    CollectiveArguments.multiple(comm, "allReduce", op, 1, reduction.grain());
    try {
      if (inter == null) {
        return collectives.allReduce(type, bits, reduction);
      }
      Object in = Array.newInstance(type.carrier(), 1);
      Object out = Array.newInstance(type.carrier(), 1);
      reduction.store(in, 0, bits);
      Invocation call = begin(CallKind.BLOCKING, Collective.ALL_REDUCE, type, 1);
      among(call).from(in, 0).to(out, 0).combinedBy(reduction);
      collectives.run(call);
      return reduction.load(out, 0);
    } catch (RonselException failure) {
      throw comm.raise(failure);
    }
  }

  // ---- the ranks that take part ----

  /** The role of the calling rank in a call with a root. */
  enum Role {
    /** It is the root. */
    ROOT,
    /** It sends to the root, or receives from it. */
    MEMBER,
    /** It does nothing: the root is another rank of its group of an inter-communicator. */
    NONE
  }

  /** Checks the root of a call, and enters it. */
  final Role role(Invocation call, int root) {
    if (inter != null) {
      return inter.role(call, root);
    }
    CollectiveArguments.root(comm, call.call(), root);
    call.rootedAt(root);
    return comm.rank() == root ? Role.ROOT : Role.MEMBER;
  }

  /** Sets the ranks that take part in a call without root. */
  final Invocation among(Invocation call) {
    if (inter != null) {
      inter.among(call);
    }
    return call;
  }

  /** How many ranks a rank has blocks for, or from. */
  final int peers() {
    return comm.peers().size();
  }

  /** The block that a rank has for itself, or -1 if it has none. */
  final int own() {
    return inter == null ? comm.rank() : -1;
  }

  // ---- for the calls that make communicators ----

  /**
   * Exchanges the numbers that each of {@code size} ranks gives, all of the same length, one after
   * the other.
   */
  int[] exchange(int size, int... given) {
    int[] all = new int[size * given.length];
    collectives.run(
        collectives
            .invocation()
            .of(CallKind.BLOCKING, Collective.ALL_GATHER, ElementType.INT, given.length)
            .from(given, 0)
            .to(all, 0));
    return all;
  }
}
