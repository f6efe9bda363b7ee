package org.ronsel;

/** How the threads of a rank may use the library (MPI-4.1, section 11.2). */
public enum ThreadLevel {
  /** There is one thread. */
  SINGLE,
  /** Only the thread that began makes calls. */
  FUNNELED,
  /** Threads make calls one at a time. */
  SERIALIZED,
  /** Threads make calls as they like. */
  MULTIPLE
}
