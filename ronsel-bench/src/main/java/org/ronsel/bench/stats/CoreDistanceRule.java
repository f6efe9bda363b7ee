package org.ronsel.bench.stats;

/**
 * Turns a probe reading into the distance of the two cores.
 *
 * @param nearNs one-way times up to this are near
 * @param farNs one-way times above {@code nearNs} and up to this are far
 */
public record CoreDistanceRule(double nearNs, double farNs) {
  /**
   * Near cores took 25 to 40 ns on an AMD EPYC of family 26 and 70 to 115 ns on one of family 25,
   * far ones 190 to 230 ns and 320 to 380 ns.
   */
  public static final CoreDistanceRule DEFAULT = new CoreDistanceRule(150, 600);

  /** By what factor quartiles, or mean and median, may differ before a reading counts as noise. */
  private static final double SPREAD = 2;

  /** Checks the order of the bounds. */
  public CoreDistanceRule {
    if (!(nearNs > 0) || !(farNs > nearNs)) {
      throw new IllegalArgumentException(
          "near must be above 0 and far above near, not " + nearNs + " and " + farNs);
    }
  }

  /**
   * Classifies a reading. It is noise if its middle half spreads over a factor of two or beyond the
   * far bound, or if its mean is more than twice its median: then a few batches took very long,
   * because something else had the core.
   */
  public CoreDistance classify(Summary probe) {
    boolean spread = probe.p75() > SPREAD * probe.p25() || probe.mean() > SPREAD * probe.median();
    if (probe.p75() > farNs || spread) {
      return CoreDistance.NOISY;
    }
    return probe.median() <= nearNs ? CoreDistance.NEAR : CoreDistance.FAR;
  }
}
