package org.ronsel;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ronsel.collective.reduction.FixedOrderReduction;
import org.ronsel.collective.reduction.PairReductions;
import org.ronsel.collective.reduction.Predefined;
import org.ronsel.collective.reduction.Reduction;
import org.ronsel.data.ElementType;
import org.ronsel.data.Signature;

/**
 * An operator of reductions (MPI-4.1, section 6.9). Immutable; any thread.
 *
 * <p>Which operators are defined for which element type (section 6.9.2):
 *
 * <table>
 *   <caption>Predefined operators</caption>
 *   <tr><td>byte, short, int, long</td><td>all; arithmetic wraps around</td></tr>
 *   <tr><td>char</td><td>all, as an unsigned integer of 16 bits, which it is in Java</td></tr>
 *   <tr><td>float, double</td><td>SUM, PROD, MAX, MIN, MAXLOC, MINLOC; a NaN operand makes the
 *       result NaN</td></tr>
 *   <tr><td>boolean</td><td>LAND, LOR, LXOR</td></tr>
 *   <tr><td>{@link Datatype#SHORT_INT}, INT_INT, LONG_INT, FLOAT_INT, DOUBLE_INT</td><td>MAXLOC,
 *       MINLOC</td></tr>
 * </table>
 *
 * <h2>Operators of the program</h2>
 *
 * <p>{@link #ofDouble} and its like make an operator of a lambda on two values, {@link #ofDoubles}
 * and its like of one on arrays, {@link #of} of one on elements of any datatype. Where one is not
 * commutative, only algorithms are used, also where another is asked for, that combine neighbours
 * and have the lower ranks on the left.
 *
 * <p>If an operator of the program throws on some rank, the operation fails on all ranks of the
 * communicator with that exception, in whatever form it was called: the rank itself throws it, the
 * others a copy made by serialization, or a {@link RonselException} with the same words, causes and
 * stack traces where it cannot be serialised. What is in the output is undefined then; the
 * communicator can be used as before. So that all learn of it, an operation with an operator of the
 * program ends, between processes, with a short allReduce, and nobody leaves it before everybody
 * has come; predefined operators cost nothing of the kind.
 *
 * <h2>Reproducible reductions</h2>
 *
 * <p>The sum of floating-point values depends on the order in which they are added. Without further
 * ado the order may depend on the number of ranks, their placement, the root and the length, but
 * never on timing, and all ranks get the same bits. {@link #reproducible()}, or {@code ronsel run
 * --reproducible} for a whole job, fixes one order that depends on the number of ranks alone:
 *
 * <ul>
 *   <li>reduce, allReduce, reduceScatter and reduceScatterBlock combine as a binomial tree from
 *       rank 0: neighbours first, {@code ((0 1) (2 3)) ((4 5) (6 7))}, and what has no neighbour on
 *       its right goes up alone, {@code ((0 1) (2 3)) 4};
 *   <li>scan and exscan combine from left to right, {@code ((0 1) 2) 3}, as a loop does; so every
 *       rank's result depends on its own number alone.
 * </ul>
 *
 * <p>Algorithms that combine in another order are not used then, also where one is asked for. The
 * bits of a NaN are not part of this.
 */
public final class Op extends ProgramOperators {
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
   * The greatest value and where it is, on pairs of a value and an index (MPI-4.1, section 6.9.4):
   * two neighbours in an array, whose count is even therefore, or a datatype of pairs such as
   * {@link Datatype#DOUBLE_INT}. Of equal values the lower index wins.
   */
  public static final Op MAXLOC = new Op(true);

  /** The least value and where it is; see {@link #MAXLOC}. */
  public static final Op MINLOC = new Op(false);

  /**
   * What an operator of the program's own does with elements of a datatype that is known at run
   * time only.
   */
  @FunctionalInterface
  public interface Combiner {
    /**
     * Sets {@code inout[i] = in[i] op inout[i]} for {@code count} elements. Any thread of the rank
     * may call it, and it must not communicate. One call of a reduction may be several of this.
     *
     * @param in an array of the basic type of {@code type}, or of bytes where it has several
     * @param inOffset where its first element lies, in array elements
     * @param inout as {@code in}
     * @param inoutOffset as {@code inOffset}
     */
    void combine(
        Object in, long inOffset, Object inout, long inoutOffset, long count, Datatype<?> type);
  }

  private static final boolean ALL_REPRODUCIBLE = Boolean.getBoolean("ronsel.reproducible");

  /** What it was on a datatype the last time. */
  private record Latest(Datatype<?> type, @Nullable Reduction reduction) {}

  private volatile @Nullable Latest latest;

  /** What an operator is on elements of a type. */
  @FunctionalInterface
  private interface Meaning {
    @Nullable Reduction on(ElementType type);
  }

  private final String name;
  private final boolean commutative;
  private final boolean reproducible;
  private final Meaning meaning;
  private final @Nullable Combiner combiner;

  /** MAXLOC or MINLOC: whether the greatest is wanted; else null. */
  private final @Nullable Boolean pairs;

  /** By ordinal of the element type; filled in at first use. */
  private final @Nullable Reduction[] reductions = new Reduction[ElementType.values().length];

  private Op(
      String name,
      boolean commutative,
      boolean reproducible,
      Meaning meaning,
      @Nullable Combiner combiner,
      @Nullable Boolean pairs) {
    this.name = name;
    this.commutative = commutative;
    this.reproducible = reproducible;
    this.meaning = meaning;
    this.combiner = combiner;
    this.pairs = pairs;
  }

  private Op(Predefined predefined) {
    this(predefined.name(), true, ALL_REPRODUCIBLE, predefined::of, null, null);
  }

  private Op(boolean max) {
    this(
        max ? "MAXLOC" : "MINLOC", true, false, type -> PairReductions.ofTwo(type, max), null, max);
  }

  Op(ElementType type, Reduction reduction) {
    this(
        reduction.name(),
        reduction.commutative(),
        ALL_REPRODUCIBLE,
        asked -> asked == type ? reduction : null,
        null,
        null);
  }

  /**
   * An operator of the program's own on elements of any datatype, for the operations of {@link
   * UntypedComm} (MPI-4.1, section 6.9.5). It must be associative; the left operand comes from
   * lower ranks.
   *
   * @param commutative whether the operands may be exchanged
   */
  public static Op of(Combiner combiner, boolean commutative) {
    return new Op(
        "user operator",
        commutative,
        ALL_REPRODUCIBLE,
        type -> null,
        Arguments.nonNull("Op.of", "combiner", combiner),
        null);
  }

  /**
   * This operator with operands combined in one fixed order, so that equal data give equal bits on
   * the same number of ranks, wherever these run; see the description of this class. Where the
   * order makes no difference, as for predefined operators on integers, it is this operator.
   */
  public Op reproducible() {
    return reproducible || pairs != null
        ? this
        : new Op("reproducible " + name, commutative, true, meaning, combiner, null);
  }

  /** Whether the order of operands does not matter. */
  public boolean isCommutative() {
    return commutative;
  }

  /** What this operator is on elements of a type, or null where it is not defined. */
  @Nullable Reduction on(ElementType type) {
    Reduction known = reductions[type.ordinal()];
    if (known == null) {
      // Threads that race make equal objects.
      known = fixed(meaning.on(type), type);
      reductions[type.ordinal()] = known;
    }
    return known;
  }

  /**
   * What this operator is on the packed elements of a datatype, or null where it is not defined.
   */
  @Nullable Reduction on(Datatype<?> type) {
    if (combiner == null && pairs == null) {
      return on(type.elementType());
    }
    Latest known = latest;
    if (known == null || known.type != type) {
      known = new Latest(type, make(type));
      latest = known;
    }
    return known.reduction;
  }

  private @Nullable Reduction make(Datatype<?> type) {
    ElementType element = type.elementType();
    if (combiner != null) {
      return fixed(new DatatypeReduction(combiner, commutative, type), element);
    }
    if (pairs == null) {
      return on(element);
    }
    if (element != ElementType.MIXED) {
      return (type.sizeBytes() >> element.shift() & 1) == 0 ? on(element) : null;
    }
    for (ElementType value : PAIRED) {
      Signature pair =
          Signature.joined(List.of(Signature.of(value), Signature.of(ElementType.INT)));
      long times = type.sizeBytes() / pair.bytes();
      if (pair.repeated(times).equals(type.typeMap().signature())) {
        return PairReductions.ofPacked(value, pairs);
      }
    }
    return null;
  }

  private static final List<ElementType> PAIRED =
      List.of(ElementType.DOUBLE, ElementType.LONG, ElementType.FLOAT, ElementType.SHORT);

  /** As it is, or with a fixed order if that makes a difference. */
  private @Nullable Reduction fixed(@Nullable Reduction reduction, ElementType type) {
    boolean rounds = type == ElementType.FLOAT || type == ElementType.DOUBLE;
    return reduction != null && reproducible && (rounds || reduction.isOfProgram())
        ? FixedOrderReduction.of(reduction)
        : reduction;
  }

  /** {@code SUM}, or {@code user operator on double}. */
  @Override
  public String toString() {
    return name;
  }
}
