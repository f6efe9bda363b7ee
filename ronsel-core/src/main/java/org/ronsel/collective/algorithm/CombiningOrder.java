package org.ronsel.collective.algorithm;

import org.jspecify.annotations.Nullable;
import org.ronsel.collective.reduction.FixedOrder;
import org.ronsel.collective.reduction.Reduction;

/** How a call wants the operands of the ranks combined. Each is stricter than those before it. */
public enum CombiningOrder {
  /** In any: the operator is commutative, or there is none. */
  ANY,
  /** Neighbours only, with the lower ranks on the left. */
  OF_RANKS,
  /** As {@link FixedOrder} says. */
  FIXED;

  /** What an operator demands. */
  public static CombiningOrder of(@Nullable Reduction operator) {
    if (operator == null) {
      return ANY;
    }
    return operator.isInFixedOrder() ? FIXED : operator.commutative() ? ANY : OF_RANKS;
  }
}
