package org.ronsel.onesided;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ronsel.Datatype;
import org.ronsel.Op;
import org.ronsel.collective.reduction.Reduction;
import org.ronsel.data.ElementType;

/**
 * What an accumulate does with the elements of the target's memory (MPI-4.1, section 12.3.4).
 *
 * @param op one of {@link Op#ofAccumulates}
 * @param type of the values; of the first ones of pairs
 * @param pairs whether the elements are pairs of a value and an {@code int}
 * @param reduction what the operator is on them; null for REPLACE and NO_OP
 */
public record Combination(Op op, ElementType type, boolean pairs, @Nullable Reduction reduction) {
  private static final List<Op> OPS = Op.ofAccumulates();
  private static final int OP_AT = 8;
  private static final int PAIRS = 1 << 7;
  private static final int TYPES = ElementType.values().length;
  private static final @Nullable Combination[] KNOWN = new Combination[2 * OPS.size() * TYPES];

  /** An operator on elements of a datatype, or null where it is not defined. */
  public static @Nullable Combination of(Op op, Datatype<?> type) {
    if (!OPS.contains(op)) {
      return null;
    }
    if (op == Op.REPLACE || op == Op.NO_OP) {
      return of(op, type.elementType(), false);
    }
    boolean pairs = type.elementType() == ElementType.MIXED;
    ElementType value = pairs ? Op.pairedWithInt(type) : type.elementType();
    return value == null ? null : of(op, value, pairs);
  }

  private static @Nullable Combination of(Op op, ElementType value, boolean pairs) {
    int place = (OPS.indexOf(op) * TYPES + value.ordinal()) * 2 + (pairs ? 1 : 0);
    Combination known = KNOWN[place];
    if (known == null) {
      known = make(op, value, pairs); // threads that race make equal ones
      KNOWN[place] = known;
    }
    return known;
  }

  private static @Nullable Combination make(Op op, ElementType value, boolean pairs) {
    if (op == Op.REPLACE || op == Op.NO_OP) {
      return new Combination(op, value, pairs, null);
    }
    Reduction reduction = pairs ? op.onPairs(value) : op.on(value);
    return reduction == null ? null : new Combination(op, value, pairs, reduction);
  }

  /** What {@link #code} has made, or null if it makes no sense. */
  static @Nullable Combination ofCode(int code) {
    int type = code & PAIRS - 1;
    int op = code >>> OP_AT;
    return op < OPS.size() && ElementType.isValid(type)
        ? of(OPS.get(op), ElementType.ofCode(type), (code & PAIRS) != 0)
        : null;
  }

  /** A number for records. */
  int code() {
    return type.code() | (pairs ? PAIRS : 0) | OPS.indexOf(op) << OP_AT;
  }

  /** Packed bytes that are combined as one. */
  int unitBytes() {
    if (pairs) {
      return type.bytes() + Integer.BYTES;
    }
    return type.bytes() * (reduction == null ? 1 : reduction.grain());
  }

  /** The element type of the arrays in which operands are packed. */
  public ElementType packedType() {
    return pairs ? ElementType.MIXED : type;
  }

  /** Whether it is what an operator does with elements of a datatype, as a glance shows. */
  public boolean isOf(Op other, Datatype<?> elements) {
    return op == other && !pairs && type == elements.elementType();
  }

  /** Whether each value is a word that a processor changes atomically, where it is aligned. */
  boolean isOnWords() {
    return !pairs
        && (type == ElementType.INT
            || type == ElementType.LONG
            || type == ElementType.FLOAT
            || type == ElementType.DOUBLE)
        && (reduction == null || reduction.grain() == 1);
  }
}
