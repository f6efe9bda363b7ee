package org.ronsel.combinations;

import java.util.List;

/**
 * How much of a product of cases (scenarios, algorithms, types, lengths, numbers of ranks) the
 * tests take: each case with some of the others by default, in a choice that is the same in every
 * run, and every combination where the profile {@code thorough} asks for it ({@code ./ronsel test
 * -Pthorough}). Whatever multiplies cases asks here.
 */
public final class Combinations {
  private static final boolean ALL = Boolean.getBoolean("ronsel.test.thorough");

  private Combinations() {}

  /** Whether this run takes every combination. */
  public static boolean all() {
    return ALL;
  }

  /** The first where this run takes every combination, else the second. */
  public static <T> T allOr(T every, T some) {
    return ALL ? every : some;
  }

  /**
   * The values that the case of this number is combined with: all or one of them, in turn, so that
   * cases that are numbered in a row meet all values. Of no values, none.
   */
  public static <T> List<T> inTurn(List<T> values, int number) {
    return ALL || values.isEmpty()
        ? values
        : List.of(values.get(Math.floorMod(number, values.size())));
  }
}
