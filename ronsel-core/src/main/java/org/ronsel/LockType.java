package org.ronsel;

/** How a rank locks the memory of another one in a {@link Window} (MPI-4.1, section 12.5.3). */
public enum LockType {
  /** Several ranks may hold it at the same time. */
  SHARED,
  /** No other rank holds a lock on it at the same time. */
  EXCLUSIVE
}
