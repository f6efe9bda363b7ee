package org.ronsel.collective.schedule;

/** The members of a communicator as one of them sees them. Immutable. */
public interface Members {
  /** The rank that sees them. */
  int rank();

  /** Number of ranks. */
  int size();

  /** The endpoint that has a rank. */
  int endpoint(int rank);

  /** Name of the communicator, for messages. */
  String name();
}
