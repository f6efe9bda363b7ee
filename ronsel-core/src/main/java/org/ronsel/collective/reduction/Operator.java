package org.ronsel.collective.reduction;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ronsel.ErrorClass;
import org.ronsel.InvalidArgumentException;
import org.ronsel.Op;
import org.ronsel.data.ElementType;
import org.ronsel.data.Signature;
import org.ronsel.datatype.AbstractDatatype;

/** An operator: which {@link Reduction} it is on which elements. */
public final class Operator implements Op {
  /** The name of the setting, whose class is of a higher layer. */
  static final String REPRODUCIBLE_PROPERTY = "ronsel.reproducible";

  private static final boolean ALL_REPRODUCIBLE = Boolean.getBoolean(REPRODUCIBLE_PROPERTY);

  /** The reduction of this operator on the datatype that it was used with last. */
  private record Latest(AbstractDatatype<?> type, @Nullable Reduction reduction) {}

  private volatile @Nullable Latest latest;

  /** Finds the reduction of an operator on elements of a type. */
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

  private Operator(
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

  /**
   * An operator of this library.
   *
   * @throws InvalidArgumentException if it was made by another library
   */
  public static Operator of(Op op) {
    if (op instanceof Operator known) {
      return known;
    }
    throw new InvalidArgumentException(
        ErrorClass.OP, op + " is not an operator that Ronsel has made");
  }

  static Operator predefined(String name) {
    return switch (name) {
      case "MAXLOC", "MINLOC" -> {
        boolean max = name.equals("MAXLOC");
        yield new Operator(name, true, false, type -> PairReductions.ofTwo(type, max), null, max);
      }
      // For accumulates alone.
      case "REPLACE", "NO_OP" -> new Operator(name, false, false, type -> null, null, null);
      default ->
          new Operator(name, true, ALL_REPRODUCIBLE, Predefined.valueOf(name)::of, null, null);
    };
  }

  /** An operator of the program on elements of any datatype. */
  static Operator ofDatatypes(Combiner combiner, boolean commutative) {
    return new Operator(
        "user operator", commutative, ALL_REPRODUCIBLE, type -> null, combiner, null);
  }

  /** An operator of the program on elements of one type. */
  static Operator of(ElementType type, Reduction reduction) {
    return new Operator(
        reduction.name(),
        reduction.commutative(),
        ALL_REPRODUCIBLE,
        asked -> asked == type ? reduction : null,
        null,
        null);
  }

  @Override
  public Op reproducible() {
    return reproducible || pairs != null
        ? this
        : new Operator("reproducible " + name, commutative, true, meaning, combiner, null);
  }

  @Override
  public boolean isCommutative() {
    return commutative;
  }

  /** Whether it knows elements by their datatype only; see {@link Op#of}. */
  public boolean isOfDatatypes() {
    return combiner != null;
  }

  /** The operators that accumulates take; their positions in the list are on the wire. */
  public static List<Op> ofAccumulates() {
    return Accumulates.OPS;
  }

  /** Apart, since the constants are made by this class. */
  private static final class Accumulates {
    static final List<Op> OPS =
        List.of(
            SUM, PROD, MAX, MIN, LAND, LOR, LXOR, BAND, BOR, BXOR, MAXLOC, MINLOC, REPLACE, NO_OP);
  }

  /** The reduction of this operator on elements of a type, or null where it is not defined. */
  public @Nullable Reduction on(ElementType type) {
    Reduction known = reductions[type.ordinal()];
    if (known == null) {
      // Threads that race make equal objects.
      known = fixed(meaning.on(type), type);
      reductions[type.ordinal()] = known;
    }
    return known;
  }

  /**
   * The reduction of this operator on the packed elements of a datatype, or null where it is not
   * defined.
   */
  public @Nullable Reduction on(AbstractDatatype<?> type) {
    if (combiner == null && pairs == null) {
      Reduction each = on(type.elementType());
      if (each == null || !each.isOfProgram() || length(type) <= 1) {
        return each;
      }
    }
    Latest known = latest;
    if (known == null || known.type != type) {
      known = new Latest(type, make(type));
      latest = known;
    }
    return known.reduction;
  }

  /** The array elements that are in an element of a datatype. */
  private static long length(AbstractDatatype<?> type) {
    return type.sizeBytes() >> type.elementType().shift();
  }

  private @Nullable Reduction make(AbstractDatatype<?> type) {
    ElementType element = type.elementType();
    if (combiner != null) {
      return fixed(new DatatypeReduction(combiner, commutative, type), element);
    }
    if (pairs == null) {
      Reduction each = meaning.on(element);
      return fixed(each == null ? null : each.onElementsOf((int) length(type)), element);
    }
    if (element != ElementType.MIXED) {
      return (length(type) & 1) == 0 ? on(element) : null;
    }
    ElementType value = pairedWithInt(type);
    return value == null ? null : onPairs(value);
  }

  /**
   * The type of the values that elements of a datatype pair with an {@code int}, or null if they
   * are not such pairs.
   */
  public static @Nullable ElementType pairedWithInt(AbstractDatatype<?> type) {
    for (ElementType value : PAIRED) {
      Signature pair =
          Signature.joined(List.of(Signature.of(value), Signature.of(ElementType.INT)));
      long times = type.sizeBytes() / pair.bytes();
      if (pair.repeated(times).equals(type.typeMap().signature())) {
        return value;
      }
    }
    return null;
  }

  /** The reduction of this operator on packed pairs of a value and an {@code int}, or null. */
  public @Nullable Reduction onPairs(ElementType value) {
    return pairs == null ? null : PairReductions.ofPacked(value, pairs);
  }

  private static final List<ElementType> PAIRED =
      List.of(ElementType.DOUBLE, ElementType.LONG, ElementType.FLOAT, ElementType.SHORT);

  /** The reduction as it is, or with a fixed order if that makes a difference. */
  private @Nullable Reduction fixed(@Nullable Reduction reduction, ElementType type) {
    boolean rounds = type == ElementType.FLOAT || type == ElementType.DOUBLE;
    return reduction != null && reproducible && (rounds || reduction.isOfProgram())
        ? FixedOrderReduction.of(reduction)
        : reduction;
  }

  @Override
  public String toString() {
    return name;
  }
}
