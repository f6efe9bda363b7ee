package org.ronsel.collective.schedule;

/**
 * The places of a schedule's units in its buffers, in elements. Two forms: {@link EvenBlockLayout}
 * computes it from one count; the operations whose blocks differ in length keep tables, see {@link
 * UnevenBlockLayout}.
 */
public interface BlockLayout {
  /** First element of unit {@code unit} of a buffer. */
  long offset(Buffer buffer, int unit);

  /** Elements of {@code units} units from unit {@code unit} on, which lie one behind the other. */
  long length(Buffer buffer, int unit, int units);

  /** Elements that SCRATCH must have for this many units. */
  long scratchLength(int units);
}
