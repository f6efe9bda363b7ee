package org.ronsel.transport;

/** The description of the job, and of this JVM, that a transport is opened with. Any thread. */
public interface TransportContext {
  /** Which JVM holds which ranks. */
  JobShape shape();

  /** Index of this JVM. */
  int jvm();

  /**
   * 32 bytes that only members of the job can know: a peer that shows them has been told the job's
   * secret.
   *
   * @param purpose what they are for; other bytes for each
   */
  byte[] proof(String purpose);

  /**
   * Whether ranks of the job may have to be reached by a network, since they are on other hosts or
   * the user wants it so.
   */
  boolean needsNetwork();

  /** Whether all JVMs of the job are known to be on this machine. */
  boolean onOneMachine();

  /** Tells the user something, in a line. */
  void notice(String line);

  /** How peers see a rank of this JVM. */
  LocalRank localRank(int rank);
}
