package org.ronsel.collective.shared;

import org.ronsel.collective.algorithm.Collective;

/**
 * How an operation is executed by ranks that share a JVM: they read and write each other's arrays.
 * The last to arrive does all of it, or opens work that is divided into chunks, which all share.
 */
public abstract non-sealed class DirectAlgorithm extends SharedAlgorithm {
  DirectAlgorithm(Collective collective) {
    super(collective);
  }

  @Override
  public final String name() {
    return "direct";
  }

  @Override
  public final String summary() {
    return "blocking calls of ranks that share a JVM: in each other's arrays, without messages";
  }

  /**
   * Into how many chunks the work is divided, or 0 if the last to arrive does all of it. A function
   * of what all ranks agree on.
   */
  int chunks(DirectPart part) {
    return 0;
  }

  /**
   * Whether work that is divided into chunks is so short that the last to arrive, who may know more
   * than the others did, does all of it.
   */
  boolean isShort(DirectPart part) {
    return false;
  }

  /** Prepares the chunks; by the last to arrive, while nobody else does anything. */
  void prepare(DirectPart part) {}

  /** Does the whole work; nobody else does anything meanwhile. */
  void whole(DirectPart part) {}

  /** Does one chunk; others do other chunks meanwhile. */
  void chunk(DirectPart part, int chunk) {}

  /** Takes what the rank gets from {@link #whole}. */
  void leave(DirectPart part) {}
}
