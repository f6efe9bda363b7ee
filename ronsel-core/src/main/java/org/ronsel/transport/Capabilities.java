package org.ronsel.transport;

/**
 * The capabilities of a {@link Link}, which never change. Whether arrivals wake a rank that is
 * parked is one of the whole {@link Transport}: {@link Transport#armDoorbell} says for how long a
 * rank may park. Order is none, since matching is built on it: all links hand records over in the
 * order of their commits, and only the data of announced messages, which say where they belong, and
 * remote operations may overtake each other.
 *
 * @param inlineLimit largest payload, in bytes, that one record carries
 * @param memory which memory of one end the other can touch
 * @param operations which operations on registered memory of the peer the link carries out itself
 * @param movesData whether the data of announced messages go by {@link Link#sendData}; otherwise
 *     they go inline in records, which are written under the engine's lock
 */
public record Capabilities(
    int inlineLimit, Memory memory, RemoteOperations operations, boolean movesData) {
  /** Which memory of one end of a link the other can touch for the data of messages. */
  public enum Memory {
    /** No access: there are records only. */
    NONE,
    /** Some, by keys: {@link Link#keyedData}. */
    BY_KEY,
    /** All, since both ends live in one JVM: a record can carry a reference. */
    HEAP
  }

  /**
   * Which operations a link carries out itself on memory that the peer has {@linkplain
   * Transport#register registered} and this end has {@linkplain Link#open opened}. The peer carries
   * out the others, which go by records.
   */
  public enum RemoteOperations {
    /** None; {@link Link#open} is not called. */
    NONE,
    /**
     * {@link RemoteMemory#put}, {@link RemoteMemory#get} and {@link RemoteMemory#flush}: a network
     * whose atomic operations are not atomic for the processors of the peer.
     */
    PUT_AND_GET,
    /** All of {@link RemoteMemory}, atomically also for the peer's own processors. */
    ALL
  }

  /** Whether both ends live in one JVM. */
  public boolean sharesHeap() {
    return memory == Memory.HEAP;
  }
}
