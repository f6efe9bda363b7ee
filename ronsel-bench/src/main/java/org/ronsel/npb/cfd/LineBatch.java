package org.ronsel.npb.cfd;

/**
 * The systems of equations along some lines, in rows: loops run over all lines, which do not depend
 * on each other. Where a line goes on in another cell, rows at the seam are handed over. For use by
 * one thread at a time.
 */
public interface LineBatch {
  /** Takes the right-hand side and the coefficients of some lines. */
  void load(GridLines lines);

  /** Eliminates from the first row to the last. */
  void eliminate();

  /** Substitutes from the last row to the first. */
  void substitute();

  /** Stores the solution in place of the right-hand side. */
  void store();

  /** The rows that the elimination needs from the cell before. */
  double[][] eliminatedBefore();

  /** The rows that the next cell needs for its elimination, in the same order. */
  double[][] eliminatedLast();

  /** The rows that the substitution needs from the next cell. */
  double[][] solvedBehind();

  /** The rows that the previous cell needs for its substitution, in the same order. */
  double[][] solvedFirst();
}
