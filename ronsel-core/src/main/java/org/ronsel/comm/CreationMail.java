package org.ronsel.comm;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;
import org.ronsel.Ronsel;
import org.ronsel.data.ElementType;
import org.ronsel.engine.Engine;
import org.ronsel.engine.Operation;
import org.ronsel.engine.ReceiveOperation;

/** Messages of numbers, of any length, between ranks that make a communicator. */
record CreationMail(Engine engine, long context, int tag) {
  /** Starts to send to an endpoint; completes when that receives it. */
  Operation send(int endpoint, int... numbers) {
    byte[] bytes = MemorySegment.ofArray(numbers).toArray(ValueLayout.JAVA_BYTE);
    return engine.startSend(
        true, context, endpoint, tag, ElementType.OBJECT, bytes, 0, bytes.length);
  }

  /** Receives from an endpoint. */
  int[] receive(int endpoint) {
    return receiveLetter(endpoint).numbers();
  }

  /** A message that has arrived, and the endpoint that sent it. */
  record Letter(int endpoint, int[] numbers) {}

  private Letter receiveLetter(int endpoint) {
    ReceiveOperation receive = engine.receiveWhole(context, endpoint, tag, ElementType.OBJECT);
    int[] numbers =
        MemorySegment.ofArray(receive.wholeMessage()).toArray(ValueLayout.JAVA_INT_UNALIGNED);
    Letter letter = new Letter(receive.status().source(), numbers);
    engine.recycle(receive);
    return letter;
  }

  /** Receives from anyone what has come already, or null. */
  @Nullable Letter poll() {
    boolean come = engine.probes().look(context, Ronsel.ANY_SOURCE, tag, null) != null;
    return come ? receiveLetter(Ronsel.ANY_SOURCE) : null;
  }
}
