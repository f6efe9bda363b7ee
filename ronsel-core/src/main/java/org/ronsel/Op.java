package org.ronsel;

import java.util.function.DoubleBinaryOperator;
import java.util.function.IntBinaryOperator;
import java.util.function.LongBinaryOperator;
import org.jspecify.annotations.Nullable;
import org.ronsel.collective.reduction.ArrayReductions;
import org.ronsel.collective.reduction.Predefined;
import org.ronsel.collective.reduction.Reduction;
import org.ronsel.data.ElementType;

/**
 * An operator of reductions (MPI-4.1, section 6.9). Immutable; any thread.
 *
 * <p>Which operators are defined for which element type (section 6.9.2):
 *
 * <table>
 *   <caption>Predefined operators</caption>
 *   <tr><td>byte, short, int, long</td><td>all; arithmetic wraps around</td></tr>
 *   <tr><td>char</td><td>all, as an unsigned integer of 16 bits, which it is in Java</td></tr>
 *   <tr><td>float, double</td><td>SUM, PROD, MAX, MIN; a NaN operand makes the result NaN</td></tr>
 *   <tr><td>boolean</td><td>LAND, LOR, LXOR</td></tr>
 * </table>
 *
 * <p>A reduction of floating-point values over the ranks of one JVM always combines in the order of
 * ranks; otherwise the order may depend on the number of ranks and the length, but never on timing.
 */
public final class Op {
  /** Sum. */
  public static final Op SUM = new Op(Predefined.SUM);

  /** Product. */
  public static final Op PROD = new Op(Predefined.PROD);

  /** Maximum. */
  public static final Op MAX = new Op(Predefined.MAX);

  /** Minimum. */
  public static final Op MIN = new Op(Predefined.MIN);

  /** Logical and; an integer counts as true unless it is 0, and the result is 0 or 1. */
  public static final Op LAND = new Op(Predefined.LAND);

  /** Logical or; see {@link #LAND}. */
  public static final Op LOR = new Op(Predefined.LOR);

  /** Logical exclusive or; see {@link #LAND}. */
  public static final Op LXOR = new Op(Predefined.LXOR);

  /** Bit-wise and. */
  public static final Op BAND = new Op(Predefined.BAND);

  /** Bit-wise or. */
  public static final Op BOR = new Op(Predefined.BOR);

  /** Bit-wise exclusive or. */
  public static final Op BXOR = new Op(Predefined.BXOR);

  /**
   * What an operator of the program's own does with elements of a datatype that is known at run
   * time only.
   */
  @FunctionalInterface
  public interface Combiner {
    /**
     * Sets {@code inout[i] = in[i] op inout[i]} for {@code count} elements. Any thread of the rank
     * may call it, and it must not communicate.
     *
     * @param in an array of the basic type of {@code type}, or of bytes, or a segment
     * @param inOffset where its first element lies: in array elements, or bytes of a segment
     * @param inout as {@code in}
     * @param inoutOffset as {@code inOffset}
     */
    void combine(
        Object in, long inOffset, Object inout, long inoutOffset, long count, Datatype<?> type);
  }

  private final String name;
  private final boolean commutative;
  private final @Nullable Predefined predefined;
  private final @Nullable Combiner combiner;

  /** By ordinal of the element type; the predefined ones are filled in at first use. */
  private final @Nullable Reduction[] reductions = new Reduction[ElementType.values().length];

  private Op(Predefined predefined) {
    this.name = predefined.name();
    this.commutative = true;
    this.predefined = predefined;
    this.combiner = null;
  }

  private Op(ElementType type, Reduction reduction) {
    this.name = reduction.name();
    this.commutative = reduction.commutative();
    this.predefined = null;
    this.combiner = null;
    this.reductions[type.ordinal()] = reduction;
  }

  /**
   * An operator of the program's own on {@code int} (MPI-4.1, section 6.9.5). It must be
   * associative, and may be called by any thread of the JVM, several at a time, also one of another
   * rank.
   *
   * @param commutative whether the operands may be exchanged; if not, the left one always comes
   *     from lower ranks
   */
  public static Op ofInt(IntBinaryOperator function, boolean commutative) {
    return new Op(ElementType.INT, ArrayReductions.ofInt(function, commutative));
  }

  /** An operator of the program's own on {@code long}; see {@link #ofInt}. */
  public static Op ofLong(LongBinaryOperator function, boolean commutative) {
    return new Op(ElementType.LONG, ArrayReductions.ofLong(function, commutative));
  }

  /** An operator of the program's own on {@code double}; see {@link #ofInt}. */
  public static Op ofDouble(DoubleBinaryOperator function, boolean commutative) {
    return new Op(ElementType.DOUBLE, ArrayReductions.ofDouble(function, commutative));
  }

  private Op(Combiner combiner, boolean commutative) {
    this.name = "user operator";
    this.commutative = commutative;
    this.predefined = null;
    this.combiner = combiner;
  }

  /**
   * An operator of the program's own on elements of any datatype, for the operations of {@link
   * UntypedComm} (MPI-4.1, section 6.9.5). It must be associative; the left operand comes from
   * lower ranks.
   *
   * @param commutative whether the operands may be exchanged
   */
  public static Op of(Combiner combiner, boolean commutative) {
    return new Op(Arguments.nonNull("Op.of", "combiner", combiner), commutative);
  }

  /** What it does with elements of datatypes, or null if it is defined on basic types. */
  @Nullable Combiner combiner() {
    return combiner;
  }

  /** Whether the order of operands does not matter. */
  public boolean isCommutative() {
    return commutative;
  }

  /** What this operator is on elements of a type, or null where it is not defined. */
  @Nullable Reduction on(ElementType type) {
    Reduction known = reductions[type.ordinal()];
    if (known == null && predefined != null) {
      // Threads that race make equal objects.
      known = predefined.of(type);
      reductions[type.ordinal()] = known;
    }
    return known;
  }

  /** {@code SUM}, or {@code user operator on double}. */
  @Override
  public String toString() {
    return name;
  }
}
