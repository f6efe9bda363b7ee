package org.ronsel.collective.algorithm;

import org.jspecify.annotations.Nullable;
import org.ronsel.collective.reduction.FixedOrder;
import org.ronsel.collective.reduction.Reduction;

/**
 * The order in which the operands of the ranks have to be combined. Each constant is stricter than
 * those before it.
 */
public enum CombiningOrder {
  /** In any: the operator is commutative, or there is none. */
  ANY,
  /** Neighbours only, with the lower ranks on the left. */
  OF_RANKS,
  /** The order of {@link FixedOrder}. */
  FIXED;

  /** The order that an operator demands. */
  public static CombiningOrder of(@Nullable Reduction operator) {
    if (operator == null) {
      return ANY;
    }
    return operator.isInFixedOrder() ? FIXED : operator.commutative() ? ANY : OF_RANKS;
  }
}
