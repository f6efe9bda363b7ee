package org.ronsel;

/** How one dimension of an array is dealt to processes (MPI-4.1, section 5.1.4). */
public enum Distribution {
  /** Each process has one block of neighbouring indices. */
  BLOCK,
  /** Blocks are dealt in turn. */
  CYCLIC,
  /** The dimension is not distributed: there is one process along it. */
  NONE;

  /**
   * Stands for the usual block: the smallest that deals everything for {@link #BLOCK}, one element
   * for {@link #CYCLIC}.
   */
  public static final int DEFAULT_ARGUMENT = -1;
}
