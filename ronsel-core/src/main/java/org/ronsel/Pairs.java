package org.ronsel;

/**
 * A value with its place: what reductions by MAXLOC and MINLOC take (MPI-4.1, section 6.9.4). In
 * memory each is the struct that C makes of it.
 */
public final class Pairs {
  private Pairs() {}

  /** A value of {@link Datatype#INT_INT}. */
  public record IntInt(int value, int index) {}

  /** A value of {@link Datatype#LONG_INT}. */
  public record LongInt(long value, int index) {}

  /** A value of {@link Datatype#SHORT_INT}. */
  public record ShortInt(short value, int index) {}

  /** A value of {@link Datatype#FLOAT_INT}. */
  public record FloatInt(float value, int index) {}

  /** A value of {@link Datatype#DOUBLE_INT}. */
  public record DoubleInt(double value, int index) {}
}
