package org.ronsel.collective.reduction;

/**
 * An operator that is code of the program: it may throw, which fails the operation on all ranks.
 */
abstract class ProgramReduction extends Reduction {
  ProgramReduction(String name, boolean commutative) {
    super(name, commutative);
  }

  @Override
  public final boolean isOfProgram() {
    return true;
  }
}
