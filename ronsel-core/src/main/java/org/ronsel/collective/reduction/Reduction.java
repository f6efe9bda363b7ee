package org.ronsel.collective.reduction;

import org.jspecify.annotations.Nullable;

/**
 * An operator on the elements of one primitive type (MPI-4.1, section 6.9). Immutable; any thread.
 * The operator is associative; where it is not commutative, the left operand comes from the lower
 * ranks.
 */
public abstract class Reduction {
  private final String name;
  private final boolean commutative;
  private final int signature;

  /** Makes an operator. */
  protected Reduction(String name, boolean commutative) {
    this.name = name;
    this.commutative = commutative;
    this.signature = name.hashCode();
  }

  /** A number made from the name, for comparing what ranks call. */
  public final int signature() {
    return signature;
  }

  /** Name for messages, such as {@code SUM}. */
  public final String name() {
    return name;
  }

  /** Whether the order of operands does not matter. */
  public final boolean commutative() {
    return commutative;
  }

  /**
   * Elements that it combines as one, such as the two of a pair; counts and offsets are multiples
   * of it.
   */
  public int grain() {
    return 1;
  }

  /**
   * This operator on elements of a datatype that has {@code length} array elements each, which it
   * combines as one. An operator on each array element for itself is the same for all.
   */
  Reduction onElementsOf(int length) {
    return this;
  }

  /** Whether it also combines {@linkplain #combine(long, long) single values}. */
  public boolean isForSingleValues() {
    return grain() == 1;
  }

  /**
   * The predefined operator that this is, on single elements and in any order; null if it is none.
   */
  public @Nullable Predefined predefined() {
    return null;
  }

  /** Whether it is code of the program, which can throw anything. */
  public boolean isOfProgram() {
    return false;
  }

  /**
   * Whether operands must be combined in the one order that depends on the number of ranks alone:
   * see {@link org.ronsel.collective.reduction.FixedOrder}.
   */
  public boolean isInFixedOrder() {
    return false;
  }

  /**
   * Sets {@code out[i] = left[i] op right[i]} for {@code count} elements of arrays of the
   * operator's type, each from its own offset on. {@code out} may be {@code left} or {@code right}
   * at the same offset, but must not overlap them otherwise.
   */
  public abstract void combine(
      Object left, int leftAt, Object right, int rightAt, Object out, int outAt, int count);

  /**
   * Combines two single values given as bits: an integer type sign-extended ({@code char}
   * zero-extended), {@code boolean} as 0 or 1, {@code float} and {@code double} as their raw bits.
   */
  public abstract long combine(long left, long right);

  /** An element of an array of the operator's type, as bits. */
  public abstract long load(Object array, int at);

  /** Sets an element of an array of the operator's type from its bits. */
  public abstract void store(Object array, int at, long bits);
}
