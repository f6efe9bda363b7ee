package org.ronsel.collective.call;

import org.jspecify.annotations.Nullable;
import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.reduction.Reduction;
import org.ronsel.data.ElementType;

/**
 * Numbers by which ranks that meet in memory see whether their calls fit together: equal for calls
 * that do, and different with high probability for others. Ranks that count themselves add them up
 * and compare the sum, so that even the sum of different ones is hardly ever that of equal ones.
 */
public final class CallSignature {
  private CallSignature() {}

  /** The number of a call. */
  public static int of(
      Collective collective, ElementType type, long count, int root, @Nullable Reduction operator) {
    int hash = collective.ordinal() * 31 + type.ordinal();
    hash = hash * 31 + root;
    hash = hash * 31 + (operator == null ? 0 : operator.signature());
    return scrambled(hash * 31 + (int) (count * 0x9E3779B1));
  }

  /** Without this, roots 0 to 2 would add up to three times root 1 (MurmurHash3's finalizer). */
  private static int scrambled(int hash) {
    int h = (hash ^ hash >>> 16) * 0x85ebca6b;
    h = (h ^ h >>> 13) * 0xc2b2ae35;
    return h ^ h >>> 16;
  }
}
