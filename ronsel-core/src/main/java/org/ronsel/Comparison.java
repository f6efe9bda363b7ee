package org.ronsel;

/** The result of comparing two groups or two communicators (MPI-4.1, sections 7.3.1, 7.4.1). */
public enum Comparison {
  /** The same ranks in the same order; for communicators: the same communicator. */
  IDENTICAL,
  /** Communicators of the same ranks in the same order, whose messages are apart. */
  CONGRUENT,
  /** The same ranks in another order. */
  SIMILAR,
  /** Other ranks. */
  UNEQUAL
}
