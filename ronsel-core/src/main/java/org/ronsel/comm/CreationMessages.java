package org.ronsel.comm;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;
import org.ronsel.Ronsel;
import org.ronsel.data.ElementType;
import org.ronsel.engine.Engine;
import org.ronsel.engine.message.ReceiveOperation;
import org.ronsel.engine.request.Operation;

/** Messages of numbers, of any length, between ranks that make a communicator. */
record CreationMessages(Engine engine, long context, int tag) {
  /** Starts to send to an endpoint; completes when that receives it. */
  Operation send(int endpoint, int... numbers) {
    byte[] bytes = MemorySegment.ofArray(numbers).toArray(ValueLayout.JAVA_BYTE);
    return engine.startSend(
        true, context, endpoint, tag, ElementType.OBJECT, bytes, 0, bytes.length);
  }

  /** Receives from an endpoint. */
  int[] receive(int endpoint) {
    return receiveFrom(endpoint).numbers();
  }

  /** A message that has arrived, and the endpoint that sent it. */
  record Received(int endpoint, int[] numbers) {}

  private Received receiveFrom(int endpoint) {
    ReceiveOperation receive = engine.receiveWhole(context, endpoint, tag, ElementType.OBJECT);
    int[] numbers =
        MemorySegment.ofArray(receive.wholeMessage()).toArray(ValueLayout.JAVA_INT_UNALIGNED);
    Received received = new Received(receive.status().source(), numbers);
    engine.recycle(receive);
    return received;
  }

  /** Receives from anyone what has come already, or null. */
  @Nullable Received poll() {
    boolean come = engine.probes().look(context, Ronsel.ANY_SOURCE, tag, null) != null;
    return come ? receiveFrom(Ronsel.ANY_SOURCE) : null;
  }
}
