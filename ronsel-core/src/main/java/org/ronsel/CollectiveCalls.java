package org.ronsel;

import org.jspecify.annotations.Nullable;
import org.ronsel.collective.Collectives;
import org.ronsel.collective.check.CollectiveCall;
import org.ronsel.collective.reduction.Reduction;
import org.ronsel.data.ElementType;

/**
 * Where all collective calls on arrays end: checks the arguments, once for all element types, and
 * starts the operation. Offsets and counts are in elements.
 */
class CollectiveCalls {
  private static final byte[] NOWHERE = {};

  private final Comm comm;
  private final Collectives collectives;

  CollectiveCalls(Comm comm, Collectives collectives) {
    this.comm = comm;
    this.collectives = collectives;
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

  private Request bind(Request request) {
    request.comm = comm;
    return request;
  }

  /** The operations themselves, for arguments that are checked. */
  Collectives unchecked() {
    return collectives;
  }

  void barrier() {
    try {
      collectives.barrier();
    } catch (RonselException failure) {
      throw comm.raise(failure);
    }
  }

  Request iBarrier() {
    try {
      return bind(collectives.startBarrier());
    } catch (RonselException failure) {
      throw comm.raise(failure);
    }
  }

  // ---- broadcast ----

  void broadcast(ElementType type, Object array, int offset, int count, int root) {
    checkBroadcast("broadcast", array, offset, count, root);
    try {
      collectives.broadcast(type, array, offset, count, root);
    } catch (RonselException failure) {
      throw comm.raise(failure);
    }
  }

  Request iBroadcast(ElementType type, Object array, int offset, int count, int root) {
    checkBroadcast("iBroadcast", array, offset, count, root);
    try {
      return bind(collectives.startBroadcast(type, array, offset, count, root));
    } catch (RonselException failure) {
      throw comm.raise(failure);
    }
  }

  private void checkBroadcast(String call, Object array, int offset, int count, int root) {
    Arguments.range(comm, call, "the buffer", offset, count, Arguments.length(array));
    Arguments.root(comm, call, root);
  }

  // ---- reduce ----

  void reduce(
      ElementType type,
      Object in,
      int inOffset,
      @Nullable Object out,
      int outOffset,
      int count,
      Op op,
      int root) {
    Reduction reduction = Arguments.reduction(comm, "reduce", op, type);
    Object to = reduceOutput("reduce", in, inOffset, out, outOffset, count, root);
    try {
      collectives.reduce(type, in, inOffset, to, outOffset, count, reduction, root);
    } catch (RonselException failure) {
      throw comm.raise(failure);
    }
  }

  Request iReduce(
      ElementType type,
      Object in,
      int inOffset,
      @Nullable Object out,
      int outOffset,
      int count,
      Op op,
      int root) {
    Reduction reduction = Arguments.reduction(comm, "iReduce", op, type);
    Object to = reduceOutput("iReduce", in, inOffset, out, outOffset, count, root);
    try {
      return bind(
          collectives.startReduce(type, in, inOffset, to, outOffset, count, reduction, root));
    } catch (RonselException failure) {
      throw comm.raise(failure);
    }
  }

  private Object reduceOutput(
      String call,
      Object in,
      int inOffset,
      @Nullable Object out,
      int outOffset,
      int count,
      int root) {
    Arguments.root(comm, call, root);
    if (comm.rank() != root) {
      Arguments.range(comm, call, "the array in", inOffset, count, Arguments.length(in));
      return NOWHERE;
    }
    Object to = Arguments.output(comm, call, out);
    checkAllReduce(call, in, inOffset, to, outOffset, count);
    return to;
  }

  // ---- allReduce ----

  void allReduce(
      ElementType type, Object in, int inOffset, Object out, int outOffset, int count, Op op) {
    Reduction reduction = Arguments.reduction(comm, "allReduce", op, type);
    checkAllReduce("allReduce", in, inOffset, out, outOffset, count);
    try {
      collectives.allReduce(type, in, inOffset, out, outOffset, count, reduction);
    } catch (RonselException failure) {
      throw comm.raise(failure);
    }
  }

  Request iAllReduce(
      ElementType type, Object in, int inOffset, Object out, int outOffset, int count, Op op) {
    Reduction reduction = Arguments.reduction(comm, "iAllReduce", op, type);
    checkAllReduce("iAllReduce", in, inOffset, out, outOffset, count);
    try {
      return bind(collectives.startAllReduce(type, in, inOffset, out, outOffset, count, reduction));
    } catch (RonselException failure) {
      throw comm.raise(failure);
    }
  }

  private void checkAllReduce(
      String call, Object in, int inOffset, Object out, int outOffset, int count) {
    Arguments.range(comm, call, "the array in", inOffset, count, Arguments.length(in));
    Arguments.range(comm, call, "the array out", outOffset, count, Arguments.length(out));
    Arguments.overlap(comm, call, in, inOffset, count, out, outOffset, count, outOffset);
  }

  /** AllReduce of one value as bits; see {@link Reduction#combine(long, long)}. */
  long allReduce(ElementType type, long bits, Op op) {
    Reduction reduction = Arguments.reduction(comm, "allReduce", op, type);
    try {
      return collectives.allReduce(type, bits, reduction);
    } catch (RonselException failure) {
      throw comm.raise(failure);
    }
  }

  // ---- gather and allGather ----

  void gather(
      ElementType type,
      Object in,
      int inOffset,
      int count,
      @Nullable Object out,
      int outOffset,
      int root) {
    Object to = gatherOutput("gather", in, inOffset, count, out, outOffset, root);
    try {
      collectives.gather(type, in, inOffset, count, to, outOffset, root);
    } catch (RonselException failure) {
      throw comm.raise(failure);
    }
  }

  Request iGather(
      ElementType type,
      Object in,
      int inOffset,
      int count,
      @Nullable Object out,
      int outOffset,
      int root) {
    Object to = gatherOutput("iGather", in, inOffset, count, out, outOffset, root);
    try {
      return bind(collectives.startGather(type, in, inOffset, count, to, outOffset, root));
    } catch (RonselException failure) {
      throw comm.raise(failure);
    }
  }

  private Object gatherOutput(
      String call,
      Object in,
      int inOffset,
      int count,
      @Nullable Object out,
      int outOffset,
      int root) {
    Arguments.root(comm, call, root);
    if (comm.rank() != root) {
      Arguments.range(comm, call, "the array in", inOffset, count, Arguments.length(in));
      return NOWHERE;
    }
    Object to = Arguments.output(comm, call, out);
    checkAllGather(call, in, inOffset, count, to, outOffset);
    return to;
  }

  void allGather(ElementType type, Object in, int inOffset, int count, Object out, int outOffset) {
    checkAllGather("allGather", in, inOffset, count, out, outOffset);
    try {
      collectives.allGather(type, in, inOffset, count, out, outOffset);
    } catch (RonselException failure) {
      throw comm.raise(failure);
    }
  }

  Request iAllGather(
      ElementType type, Object in, int inOffset, int count, Object out, int outOffset) {
    checkAllGather("iAllGather", in, inOffset, count, out, outOffset);
    try {
      return bind(collectives.startAllGather(type, in, inOffset, count, out, outOffset));
    } catch (RonselException failure) {
      throw comm.raise(failure);
    }
  }

  private void checkAllGather(
      String call, Object in, int inOffset, int count, Object out, int outOffset) {
    Arguments.range(comm, call, "the array in", inOffset, count, Arguments.length(in));
    long total = (long) count * comm.size();
    Arguments.range(comm, call, "the array out", outOffset, total, Arguments.length(out));
    long inPlace = outOffset + (long) count * comm.rank();
    Arguments.overlap(comm, call, in, inOffset, count, out, outOffset, total, inPlace);
  }

  // ---- for the calls that make communicators ----

  /** What each of {@code size} ranks gives, all of the same length, one after the other. */
  int[] exchange(int size, int... given) {
    int[] all = new int[size * given.length];
    collectives.allGather(ElementType.INT, given, 0, given.length, all, 0);
    return all;
  }
}
