package org.ronsel.engine;

import java.util.function.IntFunction;
import org.ronsel.data.ElementType;
import org.ronsel.engine.message.ReceiveOperation;
import org.ronsel.engine.request.Operation;
import org.ronsel.observe.Call;
import org.ronsel.observe.Recorder;
import org.ronsel.transport.Transport;

/** An engine that records the calls it serves. Only loaded where a job is to be recorded. */
public final class ObservedEngine extends Engine {
  /** Makes the engine of a rank; see {@link Engine}. */
  public ObservedEngine(
      int rank,
      Transport[] transports,
      IntFunction<Transport> routes,
      Doorbell doorbell,
      EngineOptions options) {
    super(rank, transports, routes, doorbell, options, new Recorder(rank));
  }

  private Recorder own() {
    Recorder own = recorder();
    if (own == null) {
      throw new IllegalStateException("no recorder");
    }
    return own;
  }

  @Override
  public void send(
      boolean synchronous,
      long context,
      int dest,
      int tag,
      ElementType type,
      Object base,
      long offset,
      long bytes) {
    Call call = own().open();
    try {
      super.send(synchronous, context, dest, tag, type, base, offset, bytes);
    } finally {
      own().close(call);
    }
  }

  @Override
  public void sendObjects(
      boolean synchronous,
      long context,
      int dest,
      int tag,
      int objects,
      Object base,
      long offset,
      long bytes) {
    Call call = own().open();
    try {
      super.sendObjects(synchronous, context, dest, tag, objects, base, offset, bytes);
    } finally {
      own().close(call);
    }
  }

  @Override
  public Operation startSendObjects(
      boolean synchronous,
      long context,
      int dest,
      int tag,
      int objects,
      Object base,
      long offset,
      long bytes) {
    Call call = own().open();
    try {
      return super.startSendObjects(synchronous, context, dest, tag, objects, base, offset, bytes);
    } finally {
      own().close(call);
    }
  }

  @Override
  public Operation startSend(
      boolean synchronous,
      long context,
      int dest,
      int tag,
      ElementType type,
      Object base,
      long offset,
      long bytes) {
    Call call = own().open();
    try {
      return super.startSend(synchronous, context, dest, tag, type, base, offset, bytes);
    } finally {
      own().close(call);
    }
  }

  @Override
  public ReceiveOperation receive(
      long context, int source, int tag, ElementType type, Object base, long offset, long bytes) {
    Call call = own().open();
    try {
      return super.receive(context, source, tag, type, base, offset, bytes);
    } finally {
      own().close(call);
    }
  }

  @Override
  public ReceiveOperation receiveWhole(long context, int source, int tag, ElementType type) {
    Call call = own().open();
    try {
      return super.receiveWhole(context, source, tag, type);
    } finally {
      own().close(call);
    }
  }

  @Override
  public ReceiveOperation startReceiveWhole(long context, int source, int tag, ElementType type) {
    Call call = own().open();
    try {
      return super.startReceiveWhole(context, source, tag, type);
    } finally {
      own().close(call);
    }
  }

  @Override
  public ReceiveOperation startReceive(
      long context, int source, int tag, ElementType type, Object base, long offset, long bytes) {
    Call call = own().open();
    try {
      return super.startReceive(context, source, tag, type, base, offset, bytes);
    } finally {
      own().close(call);
    }
  }

  @Override
  public void await(Operation operation) {
    Call call = own().open();
    try {
      super.await(operation);
    } finally {
      own().close(call);
    }
  }
}
