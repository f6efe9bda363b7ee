package org.ronsel.collective.reduction;

import org.jspecify.annotations.Nullable;
import org.ronsel.data.ElementType;

/** The predefined operators (MPI-4.1, section 6.9.2). All are associative and commutative. */
public enum Predefined {
  /** Sum; integers wrap around. */
  SUM,
  /** Product; integers wrap around. */
  PROD,
  /** Maximum; for floating point as {@link Math#max(double, double)}. */
  MAX,
  /** Minimum; for floating point as {@link Math#min(double, double)}. */
  MIN,
  /** Logical and: integers count as true unless 0, the result is 0 or 1. */
  LAND,
  /** Logical or. */
  LOR,
  /** Logical exclusive or. */
  LXOR,
  /** Bit-wise and. */
  BAND,
  /** Bit-wise or. */
  BOR,
  /** Bit-wise exclusive or. */
  BXOR;

  /** The operator for elements of a type, or null where it is not defined. */
  public @Nullable Reduction of(ElementType type) {
    if (!isDefinedFor(type)) {
      return null;
    }
    return switch (type) {
      case BYTE -> new ArrayReductions.OfByte(this);
      case BOOLEAN -> new ArrayReductions.OfBoolean(this);
      case CHAR -> new ArrayReductions.OfChar(this);
      case SHORT -> new ArrayReductions.OfShort(this);
      case INT -> new ArrayReductions.OfInt(this);
      case LONG -> new ArrayReductions.OfLong(this);
      case FLOAT -> new ArrayReductions.OfFloat(this);
      case DOUBLE -> new ArrayReductions.OfDouble(this);
      case OBJECT, MIXED, PACKED -> null;
    };
  }

  /** An operator on {@code long}, where all are defined. */
  public static Reduction ofLongs(Predefined op) {
    return new ArrayReductions.OfLong(op);
  }

  private boolean isDefinedFor(ElementType type) {
    return switch (type) {
      case BYTE, CHAR, SHORT, INT, LONG -> true;
      case BOOLEAN -> this == LAND || this == LOR || this == LXOR;
      case FLOAT, DOUBLE -> this == SUM || this == PROD || this == MAX || this == MIN;
      case OBJECT, MIXED, PACKED -> false;
    };
  }
}
