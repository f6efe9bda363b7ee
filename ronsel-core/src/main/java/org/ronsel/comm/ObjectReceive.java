package org.ronsel.comm;

import org.jspecify.annotations.Nullable;
import org.ronsel.ObjectRequest;
import org.ronsel.Status;
import org.ronsel.engine.message.ReceiveOperation;
import org.ronsel.engine.request.DelegatingRequest;
import org.ronsel.engine.request.Operation;

/** A started receive of an object, which is decoded when it is asked for. */
public final class ObjectReceive<T> extends DelegatingRequest implements ObjectRequest<T> {
  private final Communicator comm;
  private final Operation receive;
  private boolean decoded;
  private @Nullable T object;

  ObjectReceive(Communicator comm, Operation receive) {
    this.comm = comm;
    this.receive = receive;
    ownedBy(receive.owner());
  }

  @Override
  protected Operation target() {
    return receive;
  }

  @Override
  protected @Nullable Operation operation() {
    return receive;
  }

  @Override
  public synchronized @Nullable T object() {
    if (!decoded) {
      awaitCompletion(Long.MAX_VALUE);
      observed();
      Status status = status();
      if (status.source() >= 0
          && !status.isCancelled()
          && receive instanceof ReceiveOperation received) {
        object = comm.objects.decodeReceived(received.wholeMessage(), status);
      }
      decoded = true;
    }
    return object;
  }

  @Override
  public String toString() {
    return "ObjectRequest[" + receive + "]";
  }
}
