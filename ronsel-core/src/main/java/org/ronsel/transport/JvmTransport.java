package org.ronsel.transport;

import java.lang.foreign.MemorySegment;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The part of a transport that lives in one JVM of a job, for all ranks of that JVM. Called by one
 * thread until {@link #meet} has returned, by any thread later.
 */
public interface JvmTransport extends AutoCloseable {
  /**
   * The address by which other JVMs reach this one. Only this kind of transport reads it.
   *
   * @return at most 65,535 bytes
   */
  byte[] address();

  /**
   * Tells the addresses of all JVMs.
   *
   * @param addresses by JVM; absent for one that has not opened such a transport
   * @return whether {@link #allHaveMet} is to be called; the same on all JVMs
   */
  boolean meet(Map<Integer, byte[]> addresses);

  /** All JVMs of the job have returned from {@link #meet}. */
  default void allHaveMet() {
    // Most need not know.
  }

  /** Whether ranks of a JVM of the job, perhaps this one, can be reached from ranks of this one. */
  boolean reaches(int jvm);

  /** The transport of a rank of this JVM, always the same. */
  Transport of(int rank);

  /**
   * Memory that this JVM and those that this transport reaches can both touch, so that a message
   * from or to it needs one copy only. It lives as long as the job.
   *
   * @return null if there is no such memory
   */
  default @Nullable MemorySegment allocate(long bytes) {
    return null;
  }

  /** All ranks of the job have ended: none has to be woken any more. Memory stays mapped. */
  default void allEnded() {
    // Most transports have nothing to stop.
  }

  /** Releases everything. No rank may communicate any more. */
  @Override
  void close();
}
