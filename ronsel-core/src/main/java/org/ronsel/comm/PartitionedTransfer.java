package org.ronsel.comm;

import org.jspecify.annotations.Nullable;
import org.ronsel.BufferRole;
import org.ronsel.Datatype;
import org.ronsel.ErrorClass;
import org.ronsel.data.DataRange;
import org.ronsel.data.ElementType;
import org.ronsel.datatype.Buffers;
import org.ronsel.engine.Engine;
import org.ronsel.engine.message.Contexts;
import org.ronsel.engine.request.CountdownOperation;
import org.ronsel.observe.Observation;

/**
 * The part that both ends of a partitioned communication share: a buffer in equal parts.
 *
 * <p>The sender announces itself once, by a message of {@link #ANNOUNCEMENT} longs in a context of
 * its own, so that announcements and receives meet in the order in which both sides made them. It
 * names a channel: a context for the data, in which the tag is the number of the sender's
 * partition.
 */
record PartitionedTransfer(
    Communicator comm, ElementType type, Object base, long start, long partBytes, int parts) {
  private static final byte[] NOTHING = {};

  /** Longs of an announcement: channel, number of partitions, bytes of each. */
  static final int ANNOUNCEMENT = 3;

  /** The context of announcements. */
  static long announcing(long context) {
    return Contexts.of(Contexts.ANNOUNCEMENTS, context);
  }

  /** The context of a channel's data. */
  static long channel(long context, int channel) {
    return Contexts.of(channel, context);
  }

  /** The largest number of a channel; they begin with 1. */
  static final int CHANNELS = Integer.MAX_VALUE;

  static PartitionedTransfer of(
      Communicator comm,
      String call,
      @Nullable Object buffer,
      Datatype<?> type,
      long offset,
      int partitions,
      long count,
      boolean forWriting) {
    if (partitions < 1) {
      throw Arguments.raised(
          comm, call, ErrorClass.ARGUMENT, "there is at least 1 partition, not " + partitions);
    }
    long elements;
    try {
      elements = Math.multiplyExact(partitions, count);
    } catch (ArithmeticException overflow) {
      elements = Long.MAX_VALUE;
    }
    DataRange data =
        Buffers.resolve(comm, call, BufferRole.BUFFER, buffer, type, offset, elements, forWriting);
    return new PartitionedTransfer(
        comm, data.type(), data.base(), data.offset(), count * type.sizeBytes(), partitions);
  }

  Engine engine() {
    return comm.engine();
  }

  /** Registers an operation that was started, whose end the program of a checked job must learn. */
  CountdownOperation started(String call, CountdownOperation operation) {
    if (Observation.CHECK) {
      var _ = comm.requests.started(comm.checks().reading(call, NOTHING, 0, 0), operation);
    }
    return operation;
  }

  int checked(String call, int partition) {
    if (partition < 0 || partition >= parts) {
      throw Arguments.raised(
          comm,
          call,
          ErrorClass.ARGUMENT,
          "partition " + partition + " is not in 0.." + (parts - 1));
    }
    return partition;
  }
}
