package org.ronsel.onesided;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ronsel.Datatype;
import org.ronsel.Op;
import org.ronsel.collective.reduction.Operator;
import org.ronsel.collective.reduction.Reduction;
import org.ronsel.data.ElementType;
import org.ronsel.datatype.AbstractDatatype;

/**
 * The operation of an accumulate on the elements of the target's memory (MPI-4.1, section 12.3.4).
 *
 * @param op one of {@link Operator#ofAccumulates}
 * @param type of the values; of the first ones of pairs
 * @param pairs whether the elements are pairs of a value and an {@code int}
 * @param unitBytes number of packed bytes that are changed as one unit
 * @param reduction by the operator; null for REPLACE and NO_OP
 */
public record Combination(
    Op op, ElementType type, boolean pairs, int unitBytes, @Nullable Reduction reduction) {
  private static final List<Op> OPS = Operator.ofAccumulates();
  private static final int OP_AT = 8;
  private static final int PAIRS = 1 << 7;
  private static final int TWO_VALUES = 1 << 6;
  private static final int TYPE = TWO_VALUES - 1;
  private static final int TYPES = ElementType.values().length;

  // Forms of elements, which REPLACE and NO_OP distinguish.
  private static final int SINGLE = 0;
  private static final int PAIR = 1;
  private static final int TWO = 2;
  private static final int FORMS = 3;

  private static final @Nullable Combination[] KNOWN = new Combination[FORMS * OPS.size() * TYPES];

  /**
   * The combination for an operator on elements of a datatype, or null where it is not defined;
   * NO_OP on elements without data.
   */
  public static @Nullable Combination of(Op op, Datatype<?> of) {
    if (!OPS.contains(op)) {
      return null;
    }
    AbstractDatatype<?> type = AbstractDatatype.of(of);
    if (type.sizeBytes() == 0) {
      return of(Op.NO_OP, ElementType.BYTE, SINGLE);
    }
    boolean mixed = type.elementType() == ElementType.MIXED;
    ElementType value = mixed ? Operator.pairedWithInt(type) : type.elementType();
    if (!moves(op)) {
      return value == null ? null : of(op, value, mixed ? PAIR : SINGLE);
    }
    if (value != null) {
      return of(op, value, mixed ? PAIR : isOfTwoValues(type) ? TWO : SINGLE);
    }
    long bytes = type.sizeBytes();
    return new Combination(
        op, ElementType.MIXED, false, bytes <= Accumulation.PIECE ? (int) bytes : 1, null);
  }

  /** Whether values are moved and not combined, so that any type is allowed. */
  private static boolean moves(Op op) {
    return op == Op.REPLACE || op == Op.NO_OP;
  }

  /**
   * Whether elements may be pairs of two values of one type, such as {@link Datatype#INT_INT}: then
   * both have to be moved as one unit, as MAXLOC on the same memory does.
   */
  private static boolean isOfTwoValues(AbstractDatatype<?> type) {
    return type.arrayClass() == null && type.sizeBytes() % (2L * type.elementType().bytes()) == 0;
  }

  private static @Nullable Combination of(Op op, ElementType value, int form) {
    int place = (OPS.indexOf(op) * TYPES + value.ordinal()) * FORMS + form;
    Combination known = KNOWN[place];
    if (known == null) {
      known = make(op, value, form); // threads that race make equal ones
      KNOWN[place] = known;
    }
    return known;
  }

  private static @Nullable Combination make(Op op, ElementType value, int form) {
    boolean pairs = form == PAIR;
    int unit = pairs ? value.bytes() + Integer.BYTES : value.bytes();
    if (moves(op)) {
      return new Combination(op, value, pairs, form == TWO ? 2 * unit : unit, null);
    }
    Operator known = Operator.of(op);
    Reduction reduction = pairs ? known.onPairs(value) : known.on(value);
    return reduction == null
        ? null
        : new Combination(op, value, pairs, pairs ? unit : unit * reduction.grain(), reduction);
  }

  /** The combination with a {@link #code}, or null if the code is invalid. */
  static @Nullable Combination ofCode(int code) {
    int type = code & TYPE;
    int op = code >>> OP_AT;
    if (op >= OPS.size() || !ElementType.isValid(type)) {
      return null;
    }
    int form = (code & PAIRS) != 0 ? PAIR : (code & TWO_VALUES) != 0 ? TWO : SINGLE;
    return of(OPS.get(op), ElementType.ofCode(type), form);
  }

  /** The number of this combination in records. */
  int code() {
    boolean two = reduction == null && type != ElementType.MIXED && unitBytes == 2 * type.bytes();
    return type.code() | (pairs ? PAIRS : two ? TWO_VALUES : 0) | OPS.indexOf(op) << OP_AT;
  }

  /**
   * Whether all values of a record have to be changed as one unit, because the receiver does not
   * know the unit.
   */
  boolean isUndivided() {
    return type == ElementType.MIXED;
  }

  /** Whether more than one value is changed as one unit. */
  public boolean isOfUnits() {
    return unitBytes != type.bytes();
  }

  /** The element type of the arrays in which operands are packed. */
  public ElementType packedType() {
    return pairs ? ElementType.MIXED : type;
  }

  /**
   * Whether this is the combination of an operator and a datatype; a fast check that may miss some.
   */
  public boolean isOf(Op other, Datatype<?> of) {
    AbstractDatatype<?> elements = AbstractDatatype.of(of);
    return op == other
        && !pairs
        && type == elements.elementType()
        && type != ElementType.MIXED
        && (reduction != null || isOfTwoValues(elements) == isOfUnits());
  }

  /** Whether each value is a word that a processor changes atomically if it is aligned. */
  boolean isOnWords() {
    return !pairs
        && !isOfUnits()
        && (type == ElementType.INT
            || type == ElementType.LONG
            || type == ElementType.FLOAT
            || type == ElementType.DOUBLE);
  }
}
