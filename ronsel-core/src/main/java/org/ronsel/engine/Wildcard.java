package org.ronsel.engine;

/** What a receive names instead of a source or a tag (MPI-4.1, section 3.2.4). */
public final class Wildcard {
  /** Any source. */
  public static final int ANY_SOURCE = -1;

  /** Any tag. */
  public static final int ANY_TAG = -2;

  private Wildcard() {}
}
