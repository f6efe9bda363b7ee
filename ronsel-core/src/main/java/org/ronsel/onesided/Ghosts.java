package org.ronsel.onesided;

import java.util.function.IntPredicate;

/**
 * The endpoints of a job that are no ranks but carry out one-sided operations for them, on memory
 * that they see, while the ranks compute.
 *
 * @param isGhost whether an endpoint is one
 * @param own the ghost that serves the memory of this rank, or {@link #NOBODY}
 */
public record Ghosts(IntPredicate isGhost, int own) {
  /** Stands for no endpoint. */
  public static final int NOBODY = -1;

  /** Of a job without any. */
  public static final Ghosts NONE = new Ghosts(endpoint -> false, NOBODY);
}
