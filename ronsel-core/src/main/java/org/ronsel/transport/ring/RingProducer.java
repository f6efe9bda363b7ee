package org.ronsel.transport.ring;

import org.ronsel.transport.RecordWriter;

/** The producing end of a ring. One thread at a time (the engine's lock sees to it). */
public abstract class RingProducer extends RecordWriter {
  RingProducer(RingMemory ring, int source) {
    super(ring.memory, source);
  }

  /** Claims room for a record; false if there is none now. */
  public abstract boolean claim(int payloadBytes);
}
