package org.ronsel.collective.schedule;

/**
 * Divides each whole of {@code count} elements into {@code parts} units whose lengths differ by one
 * element at most, the longer ones first. SCRATCH is a row of wholes, or of places as long as the
 * longest unit. One thread at a time; can be set again for the next run.
 */
public final class EvenBlockLayout implements BlockLayout {
  private long count;
  private long grain = 1;
  private int parts = 1;
  private long quotient;
  private int remainder;
  private boolean scratchInPlaces;

  /** Says how SCRATCH is laid out; see {@link Schedule#scratchInPlaces()}. */
  public EvenBlockLayout scratchInPlaces(boolean places) {
    scratchInPlaces = places;
    return this;
  }

  /** Sets the length of a whole and the number of units in it. */
  public void set(long count, int parts) {
    set(count, parts, 1);
  }

  /**
   * Sets the length of a whole and the number of units in it.
   *
   * @param grain elements that stay together, a divisor of {@code count}
   */
  public void set(long count, int parts, int grain) {
    this.count = count;
    this.parts = parts;
    this.grain = grain;
    this.quotient = count / grain / parts;
    this.remainder = (int) (count / grain % parts);
  }

  @Override
  public long offset(Buffer buffer, int unit) {
    if (parts == 1) {
      return unit * count;
    }
    if (scratchInPlaces && buffer == Buffer.SCRATCH) {
      return unit / parts * longest();
    }
    return inWholes(unit);
  }

  private long inWholes(int unit) {
    int part = unit % parts;
    return unit / parts * count + (part * quotient + Math.min(part, remainder)) * grain;
  }

  @Override
  public long length(Buffer buffer, int unit, int units) {
    return parts == 1 ? units * count : inWholes(unit + units) - inWholes(unit);
  }

  @Override
  public long scratchLength(int units) {
    if (parts == 1 || !scratchInPlaces) {
      return offset(Buffer.SCRATCH, units);
    }
    return Math.ceilDiv(units, parts) * longest();
  }

  private long longest() {
    return (quotient + (remainder > 0 ? 1 : 0)) * grain;
  }
}
