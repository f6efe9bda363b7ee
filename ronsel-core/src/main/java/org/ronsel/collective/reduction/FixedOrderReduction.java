package org.ronsel.collective.reduction;

/**
 * An operator whose operands are combined in an order that depends on the number of ranks alone.
 */
public final class FixedOrderReduction extends Reduction {
  private final Reduction operator;

  private FixedOrderReduction(Reduction operator) {
    super("reproducible " + operator.name(), operator.commutative());
    this.operator = operator;
  }

  /** The operator as it is, but for the order. */
  public static Reduction of(Reduction operator) {
    return operator.isInFixedOrder() ? operator : new FixedOrderReduction(operator);
  }

  @Override
  public boolean isInFixedOrder() {
    return true;
  }

  @Override
  public boolean isOfProgram() {
    return operator.isOfProgram();
  }

  @Override
  public int grain() {
    return operator.grain();
  }

  @Override
  public boolean isForSingleValues() {
    return operator.isForSingleValues();
  }

  @Override
  public void combine(
      Object left, int leftAt, Object right, int rightAt, Object out, int outAt, int count) {
    operator.combine(left, leftAt, right, rightAt, out, outAt, count);
  }

  @Override
  public long combine(long left, long right) {
    return operator.combine(left, right);
  }

  @Override
  public long load(Object array, int at) {
    return operator.load(array, at);
  }

  @Override
  public void store(Object array, int at, long bits) {
    operator.store(array, at, bits);
  }
}
