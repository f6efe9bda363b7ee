package mpi;

import org.jspecify.annotations.Nullable;
import org.ronsel.ObjectRequest;

/** A started receive of objects, which puts them in their places when it is complete. */
final class ObjectReceive extends Request {
  private final ObjectRequest<Object> receive;
  private final @Nullable Object buffer;
  private final int offset;
  private final int count;
  private final ObjectLayout layout;

  /** The status of the message once its objects are in their places. */
  private @Nullable Status delivered;

  ObjectReceive(
      CommHandle comm,
      ObjectRequest<Object> receive,
      @Nullable Object buffer,
      int offset,
      int count,
      ObjectLayout layout) {
    super(comm, receive, null);
    this.receive = receive;
    this.buffer = buffer;
    this.offset = offset;
    this.count = count;
    this.layout = layout;
  }

  @Override
  Status status(org.ronsel.Status known) {
    Status status = delivered;
    if (status == null) {
      status = Transfers.deliver(receive.object(), known, buffer, offset, count, layout);
      delivered = status;
    }
    return new Status(status);
  }
}
