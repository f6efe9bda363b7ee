package org.ronsel.transport;

/**
 * The capabilities of a {@link Link}, which never change. Two things all links do: they hand
 * records over in the order of their commits, and ring the doorbell of a peer that is parked.
 *
 * @param inlineLimit largest payload, in bytes, that one record carries
 * @param memory which memory of one end the other can touch
 * @param movesData whether the data of announced messages go by {@link Link#sendData}; otherwise
 *     they go inline in records, which are written under the engine's lock
 */
public record Capabilities(int inlineLimit, Memory memory, boolean movesData) {
  /** Which memory of one end of a link the other can touch, for data and for remote operations. */
  public enum Memory {
    /** No access: there are records only. */
    NONE,
    /** Some, by keys: {@link Link#keyedData}, {@link Link#open}. */
    BY_KEY,
    /** All, since both ends live in one JVM: a record can carry a reference. */
    HEAP
  }

  /** Whether both ends live in one JVM. */
  public boolean sharesHeap() {
    return memory == Memory.HEAP;
  }
}
