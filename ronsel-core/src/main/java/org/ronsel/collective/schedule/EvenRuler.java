package org.ronsel.collective.schedule;

/**
 * Divides each whole of {@code count} elements into {@code parts} units whose lengths differ by one
 * element at most, the longer ones first. One thread at a time; can be set again for the next run.
 */
public final class EvenRuler implements Ruler {
  private long count;
  private long grain = 1;
  private int parts = 1;
  private long quotient;
  private int remainder;

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
    int part = unit % parts;
    return unit / parts * count + (part * quotient + Math.min(part, remainder)) * grain;
  }

  @Override
  public long length(Buffer buffer, int unit, int units) {
    return offset(buffer, unit + units) - offset(buffer, unit);
  }

  @Override
  public long scratchLength(int units) {
    return offset(Buffer.SCRATCH, units);
  }
}
