package org.ronsel.bench.stats;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.ronsel.launch.spi.Summary;

/**
 * Time of a subject divided by the time of a reference, from pairs of neighbouring batches.
 *
 * @param pairs number of pairs
 * @param p25 lower quartile of the ratios of the pairs
 * @param median median of them
 * @param p75 upper quartile
 * @param low the median lies above this with 97.5 % confidence
 * @param high and below this
 */
public record Ratio(int pairs, double p25, double median, double p75, double low, double high) {
  private static final int RESAMPLES = 1000;
  private static final double TAIL = 0.025;
  private static final long SEED = 1;

  /** Number of neighbouring ratios that are drawn together, since they are correlated. */
  private static final int BLOCK = 10;

  /**
   * Compares rounds of batches. The interval of the median is bootstrapped by rounds, since each
   * has jobs of its own, and in them by blocks of neighbouring pairs.
   *
   * @param rounds for each round the ratios of its pairs, in the order of measuring; at least one
   */
  public static Ratio of(List<double[]> rounds) {
    double[] all = rounds.stream().flatMapToDouble(Arrays::stream).toArray();
    Summary summary = Summary.of(all);
    double[] medians = new double[RESAMPLES];
    Random random = new Random(SEED);
    for (int i = 0; i < RESAMPLES; i++) {
      medians[i] = Summary.quantileOf(resample(rounds, all.length, random), 0.5);
    }
    return new Ratio(
        all.length,
        summary.p25(),
        summary.median(),
        summary.p75(),
        Summary.quantileOf(medians, TAIL),
        Summary.quantileOf(medians, 1 - TAIL));
  }

  private static double[] resample(List<double[]> rounds, int most, Random random) {
    double[] drawn = new double[most * rounds.size()];
    int size = 0;
    for (int i = 0; i < rounds.size(); i++) {
      double[] round = rounds.get(random.nextInt(rounds.size()));
      int block = Math.clamp(round.length / 4, 1, BLOCK);
      for (int taken = 0; taken < round.length; ) {
        int from = random.nextInt(round.length);
        for (int k = 0; k < block && taken < round.length; k++) {
          drawn[size++] = round[(from + k) % round.length];
          taken++;
        }
      }
    }
    return Arrays.copyOf(drawn, size);
  }

  /** The ratios of pairs of batches, for as many batches as both have. */
  public static double[] pairs(double[] subject, double[] reference) {
    double[] ratios = new double[Math.min(subject.length, reference.length)];
    Arrays.setAll(ratios, i -> subject[i] / reference[i]);
    return ratios;
  }

  /** The same for the inverse values, such as bandwidths. */
  public Ratio inverse() {
    return new Ratio(pairs, 1 / p75, 1 / median, 1 / p25, 1 / high, 1 / low);
  }

  /** The ratios of all rounds in which both were measured; empty if there is none. */
  public static List<double[]> rounds(List<double[]> subject, List<double[]> reference) {
    List<double[]> rounds = new ArrayList<>();
    for (int round = 0; round < Math.min(subject.size(), reference.size()); round++) {
      double[] ratios = pairs(subject.get(round), reference.get(round));
      if (ratios.length > 0) {
        rounds.add(ratios);
      }
    }
    return rounds;
  }
}
