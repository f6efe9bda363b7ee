package org.ronsel.comm;

import java.util.concurrent.atomic.AtomicIntegerArray;
import org.jspecify.annotations.Nullable;
import org.ronsel.ErrorClass;
import org.ronsel.NoMemoryException;
import org.ronsel.PartitionedSend;
import org.ronsel.Ronsel;
import org.ronsel.RonselException;
import org.ronsel.data.ElementType;
import org.ronsel.engine.request.CountdownOperation;
import org.ronsel.engine.request.Operation;
import org.ronsel.engine.request.RestartableRequest;
import org.ronsel.observe.Observation;

/** The sending side of a partitioned communication; see {@link PartitionedTransfer}. */
public final class PartitionedSender extends RestartableRequest implements PartitionedSend {
  private final PartitionedTransfer data;
  private final int dest;
  private final int tag;
  private final long context;

  /** For each partition, the number of times it has been made ready. */
  private final AtomicIntegerArray readied;

  private int starts;
  private volatile @Nullable CountdownOperation running;

  PartitionedSender(PartitionedTransfer data, int dest, int tag) {
    super(data.comm().requests.nothing());
    ownedBy(data.comm().requests);
    this.data = data;
    this.dest = dest;
    this.tag = tag;
    this.readied = new AtomicIntegerArray(data.parts());
    int channel = data.comm().nextChannel();
    this.context = PartitionedTransfer.channel(data.comm().context(), channel);
    if (dest != Ronsel.PROC_NULL) {
      long[] announcement = {channel, data.parts(), data.partBytes()};
      var _ =
          startSend(
              PartitionedTransfer.announcing(data.comm().context()),
              tag,
              ElementType.LONG,
              announcement,
              0,
              (long) announcement.length * Long.BYTES);
    }
  }

  @Override
  protected Operation begin() {
    data.comm().checkOpen();
    int peer = dest == Ronsel.PROC_NULL ? Ronsel.ANY_SOURCE : data.comm().endpoint(dest);
    CountdownOperation operation =
        new CountdownOperation(data.engine(), data.parts(), "partitioned send", peer, tag, context);
    starts++;
    running = operation;
    return data.started("partitionedSend", operation);
  }

  @Override
  public void ready(int partition) {
    data.checked("ready", partition);
    CountdownOperation operation = running;
    if (operation == null || !isActive()) {
      throw Arguments.raised(
          data.comm(), "ready", ErrorClass.REQUEST, "the partitioned send has not been started");
    }
    if (!readied.compareAndSet(partition, starts - 1, starts)) {
      throw Arguments.raised(
          data.comm(),
          "ready",
          ErrorClass.ARGUMENT,
          "partition " + partition + " has been made ready already since the start");
    }
    if (dest == Ronsel.PROC_NULL) {
      operation.countDown();
      return;
    }
    operation.add(start(partition, operation));
  }

  /** Starts the send of a partition; an error is that of the whole send as well. */
  private Operation start(int partition, CountdownOperation operation) {
    try {
      return startSend(
          context,
          partition,
          data.type(),
          data.base(),
          data.start() + partition * data.partBytes(),
          data.partBytes());
    } catch (RonselException failure) {
      operation.countDown(failure);
      throw failure;
    } catch (OutOfMemoryError noMemory) {
      operation.countDown(new NoMemoryException(what() + ": no memory for a partition", noMemory));
      throw noMemory;
    }
  }

  private Operation startSend(
      long to, int ofTag, ElementType type, Object base, long offset, long bytes) {
    int peer = data.comm().endpoint(dest);
    try {
      if (Observation.CHECK) {
        data.comm().checks().note(false, base);
      }
      return data.engine().startSend(false, to, peer, ofTag, type, base, offset, bytes);
    } catch (RonselException failure) {
      throw data.comm().raise(failure);
    }
  }

  @Override
  public void readyRange(int from, int to) {
    data.checked("ready", from);
    data.checked("ready", to);
    for (int partition = from; partition <= to; partition++) {
      ready(partition);
    }
  }

  @Override
  public void readyList(int... partitions) {
    for (int partition : partitions) {
      ready(partition);
    }
  }

  @Override
  protected String what() {
    return "partitioned send to rank " + dest + ", tag " + tag;
  }
}
