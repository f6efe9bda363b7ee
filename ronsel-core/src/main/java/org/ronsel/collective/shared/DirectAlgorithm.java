package org.ronsel.collective.shared;

import org.ronsel.collective.algorithm.Collective;

/**
 * How ranks of one JVM carry out an operation: they read and write each other's arrays. The last
 * rank to arrive does the whole work, or divides it into chunks that all ranks share.
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

  /** Whether each rank knows by its own call into how many chunks the work is divided. */
  boolean knowsChunks() {
    return true;
  }

  /**
   * Leaves for all ranks, as a {@linkplain DirectPart#result(long) value}, what they must know for
   * the number of chunks. Called by the last rank to arrive, if ranks do not {@linkplain
   * #knowsChunks know it} before.
   */
  void announce(DirectPart part) {}

  /**
   * The number of chunks into which the work is divided, or 0 if the last rank to arrive does all
   * of it. All ranks must get the same number. Called before the rank arrives or, if it does not
   * {@linkplain #knowsChunks know it} by then, after {@link #announce}.
   */
  int chunks(DirectPart part) {
    return 0;
  }

  /**
   * Whether the last rank to arrive does all of the work although it is divided into chunks,
   * because it is little. Only this rank is asked: it knows the calls of all ranks, so the answer
   * may depend on them.
   */
  boolean isShort(DirectPart part) {
    return false;
  }

  /** Prepares the chunks. Called by the last rank to arrive, while all others wait. */
  void prepare(DirectPart part) {}

  /** Does the whole work. Called by the last rank to arrive, while all others wait. */
  void whole(DirectPart part) {}

  /** Does the work of one chunk, while other ranks do other chunks. */
  void chunk(DirectPart part, int chunk) {}

  /** Copies to the rank's output what the work has left for it in a place of all ranks. */
  void leave(DirectPart part) {}
}
