package org.ronsel.comm;

import org.jspecify.annotations.Nullable;
import org.ronsel.PartitionedReceive;
import org.ronsel.Ronsel;
import org.ronsel.RonselException;
import org.ronsel.TruncationException;
import org.ronsel.data.ElementType;
import org.ronsel.engine.Composite;
import org.ronsel.engine.request.CountdownOperation;
import org.ronsel.engine.request.Operation;
import org.ronsel.engine.request.RestartableRequest;

/** The receiving side of a partitioned communication; see {@link PartitionedTransfer}. */
public final class PartitionedReceiver extends RestartableRequest implements PartitionedReceive {
  private final PartitionedTransfer data;
  private final int source;
  private final int tag;
  private final long context;
  private final long[] announcement = new long[PartitionedTransfer.ANNOUNCEMENT];
  private final Announcement sender;

  /** Whether the sender is known. Guarded by this object, as is {@link #started}. */
  private boolean announced;

  private @Nullable RonselException failure;

  /** The operation that was started before the sender was known. */
  private @Nullable CountdownOperation started;

  /** The sender's partitions since the start, once they can come. */
  private volatile Operation @Nullable [] parts;

  PartitionedReceiver(PartitionedTransfer data, int source, int tag) {
    super(data.comm().requests.nothing());
    ownedBy(data.comm().requests);
    this.data = data;
    this.source = source;
    this.tag = tag;
    this.context = data.comm().context();
    this.sender = new Announcement();
    if (source != Ronsel.PROC_NULL) {
      try {
        sender.await();
      } catch (RonselException failure) {
        throw data.comm().raise(failure);
      }
    }
  }

  /** Waits for the sender's announcement; whichever thread makes progress acts on it. */
  private final class Announcement extends Composite {
    private @Nullable RonselException error;

    Announcement() {
      super(data.engine(), 1);
    }

    void await() {
      start();
    }

    @Override
    protected void begin() {
      receive(
          0,
          PartitionedTransfer.announcing(context),
          data.comm().endpoint(source),
          tag,
          ElementType.LONG,
          announcement,
          0,
          (long) announcement.length * Long.BYTES);
    }

    @Override
    protected void partDone(int part, long bytes, @Nullable RonselException cause) {
      error = cause;
      finish();
    }

    @Override
    protected void finished() {
      senderKnown(error);
    }
  }

  private synchronized void senderKnown(@Nullable RonselException error) {
    announced = true;
    failure = error != null ? error : unfit();
    CountdownOperation waiting = started;
    if (waiting != null) {
      started = null;
      try {
        post(waiting);
      } finally {
        data.engine().partitionsPosted();
      }
    }
  }

  /** The error in the sender's announcement, or null. */
  private @Nullable RonselException unfit() {
    long count = announcement[1];
    long bytes = announcement[2];
    long room = data.parts() * data.partBytes();
    boolean sane = count >= 1 && count <= Integer.MAX_VALUE && bytes >= 0 && announcement[0] > 0;
    if (sane && bytes <= room / count) {
      return null;
    }
    return new TruncationException(
        data.comm()
            .place("partitionedReceive")
            .message(
                "rank "
                    + source
                    + ", tag "
                    + tag
                    + ", sends "
                    + count
                    + " partitions of "
                    + bytes
                    + " bytes, more than the buffer of "
                    + room
                    + " bytes; receive into a larger one"));
  }

  @Override
  protected synchronized Operation begin() {
    data.comm().checkOpen();
    CountdownOperation operation =
        new CountdownOperation(
            data.engine(), 1, "partitioned receive", peer(), statusTag(), context);
    parts = null;
    if (source == Ronsel.PROC_NULL) {
      operation.countDown();
    } else if (announced) {
      post(operation);
    } else {
      operation.madeBy(sender);
      data.engine().awaitPartitions();
      started = operation;
    }
    return data.started("partitionedReceive", operation);
  }

  private int peer() {
    return source == Ronsel.PROC_NULL ? source : data.comm().endpoint(source);
  }

  private int statusTag() {
    return source == Ronsel.PROC_NULL ? Ronsel.ANY_TAG : tag;
  }

  private void post(CountdownOperation operation) {
    RonselException why = failure;
    if (why != null) {
      operation.countDown(why);
      return;
    }
    int count = (int) announcement[1];
    long bytes = announcement[2];
    Operation[] posted = new Operation[count];
    long from = PartitionedTransfer.channel(context, (int) announcement[0]);
    operation.expect(count);
    operation.received(count * bytes, data.type().bytes());
    for (int i = 0; i < count; i++) {
      try {
        posted[i] =
            data.engine()
                .startReceive(
                    from, peer(), i, data.type(), data.base(), data.start() + i * bytes, bytes);
      } catch (RonselException cause) {
        // This may run in another call: another thread's progress has brought the announcement
        // here.
        operation.noteFirstError(cause);
        posted[i] = data.comm().requests.nothing();
      }
    }
    parts = posted;
    for (Operation part : posted) {
      operation.add(part);
    }
    operation.countDown();
  }

  @Override
  public boolean arrived(int partition) {
    data.checked("arrived", partition);
    if (source == Ronsel.PROC_NULL) {
      return true;
    }
    Operation running = operation();
    if (running == null) {
      data.engine().progressOnce();
    } else {
      running.progressFor("a loop of arrived");
    }
    Operation[] posted = parts;
    if (posted == null) {
      return isComplete();
    }
    long bytes = announcement[2];
    if (bytes == 0 || data.partBytes() == 0) {
      return isComplete();
    }
    long first = partition * data.partBytes() / bytes;
    long last = ((partition + 1) * data.partBytes() - 1) / bytes;
    for (long i = first; i <= last && i < posted.length; i++) {
      if (!posted[(int) i].isComplete()) {
        return false;
      }
    }
    return true;
  }

  @Override
  protected String what() {
    return "partitioned receive from rank " + source + ", tag " + tag;
  }
}
