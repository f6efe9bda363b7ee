package org.ronsel.collective.schedule;

/**
 * Where the units of a schedule lie in its buffers, in elements. Two forms: {@link EvenRuler}
 * computes it from one count; the operations whose blocks differ in length keep a table.
 */
public interface Ruler {
  /**
   * First element of unit {@code unit} of a buffer; of the unit behind the last: the buffer's
   * length.
   */
  long offset(Buffer buffer, int unit);
}
