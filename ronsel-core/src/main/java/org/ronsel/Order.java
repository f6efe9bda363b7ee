package org.ronsel;

/** How the elements of an array of several dimensions follow one another in memory. */
public enum Order {
  /** The last index changes fastest, as in Java and C. */
  ROW_MAJOR,
  /** The first index changes fastest, as in Fortran. */
  COLUMN_MAJOR
}
