package org.ronsel.bench.stats;

/**
 * Turns a probe reading into a mood.
 *
 * @param nearNs one-way times up to this are near
 * @param farNs one-way times above {@code nearNs} and up to this are far
 */
public record MoodRule(double nearNs, double farNs) {
  /**
   * Near cores took 25 to 40 ns on an AMD EPYC of family 26 and 70 to 115 ns on one of family 25,
   * far ones 190 to 230 ns and 320 to 380 ns.
   */
  public static final MoodRule DEFAULT = new MoodRule(150, 600);

  /** How much of the readings may stray before the reading counts as noise. */
  private static final double SPREAD = 2;

  /** Checks the order of the bounds. */
  public MoodRule {
    if (!(nearNs > 0) || !(farNs > nearNs)) {
      throw new IllegalArgumentException(
          "near must be above 0 and far above near, not " + nearNs + " and " + farNs);
    }
  }

  /**
   * Classifies by both quartiles: a reading whose middle half spreads over a factor of two, or
   * beyond the far bound, is noise.
   */
  public Mood classify(Summary probe) {
    if (probe.p75() > farNs || probe.p75() > SPREAD * probe.p25()) {
      return Mood.NOISY;
    }
    return probe.median() <= nearNs ? Mood.NEAR : Mood.FAR;
  }
}
