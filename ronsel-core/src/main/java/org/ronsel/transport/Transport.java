package org.ronsel.transport;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * Moves records between the endpoints of a job. An engine owns one instance of each transport and
 * calls it under the engine's lock only, except where a method says otherwise. A transport never
 * blocks and never matches.
 */
public interface Transport {
  /** Name as in {@code ronsel info}: {@code thread}, {@code shm}, ... */
  String name();

  /** Makes the link to a peer on first contact. */
  Link connect(int endpoint);

  /**
   * Hands arrived records to the sink, in order per peer.
   *
   * @param limit stop after about this many records of each peer
   * @return number of records handed over
   */
  int poll(Sink sink, int limit);

  /**
   * Called by a waiter before the full fence and its last poll: makes sure that any later arrival
   * rings the doorbell.
   *
   * @return for how many nanoseconds the waiter may park before it polls again: {@link
   *     Long#MAX_VALUE} where every arrival rings, {@link DoorbellWord#SETTLED_NS} where senders
   *     that looked just before may miss this for so long, and a time that the user accepts as a
   *     delay where arrivals never ring
   */
  default long armDoorbell() {
    return Long.MAX_VALUE;
  }

  /** The rank is awake again: arrivals need not ring. */
  default void disarmDoorbell() {}

  /**
   * The rank has not parked for long: arrivals need not even look whether to ring, until the
   * doorbell is armed again. Nothing if it is armed now.
   */
  default void restDoorbell() {}

  /**
   * Whether every message passes through the operating system, which takes about as long as it
   * takes to wake a thread: a rank that shares its processor with others then gains little by
   * spinning until a message comes. Any thread.
   */
  default boolean passesThroughKernel() {
    return false;
  }

  /** Bytes of messages that have crossed the border of this JVM by this rank's doing. */
  default long bytesBetweenJvms() {
    return 0;
  }

  /**
   * Registers memory of the rank, all of which any thread may access, for one-sided operations of
   * peers; any thread.
   *
   * @return null if peers cannot operate on such memory by this transport; then records do it
   */
  default @Nullable Region register(MemorySegment memory) {
    return null;
  }

  /** Memory that ranks which this transport reaches touch together, or null. */
  default @Nullable HostMemory hostMemory() {
    return null;
  }
}
