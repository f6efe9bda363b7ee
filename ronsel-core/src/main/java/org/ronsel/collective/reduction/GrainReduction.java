package org.ronsel.collective.reduction;

/** An operator on more than one array element at a time, so never on single values as bits. */
public abstract class GrainReduction extends Reduction {
  private final int grain;

  /** Makes an operator on {@code grain} array elements at a time. */
  protected GrainReduction(String name, boolean commutative, int grain) {
    super(name, commutative);
    this.grain = grain;
  }

  @Override
  public final int grain() {
    return grain;
  }

  @Override
  public final boolean isForSingleValues() {
    return false;
  }

  @Override
  public final long combine(long left, long right) {
    throw notSingle();
  }

  @Override
  public final long load(Object array, int at) {
    throw notSingle();
  }

  @Override
  public final void store(Object array, int at, long bits) {
    throw notSingle();
  }

  private IllegalStateException notSingle() {
    return new IllegalStateException(name() + " does not combine single values");
  }
}
