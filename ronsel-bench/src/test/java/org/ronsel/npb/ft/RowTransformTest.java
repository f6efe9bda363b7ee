package org.ronsel.npb.ft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class RowTransformTest {
  private static final int WIDTH = 3;

  @Property(tries = 40)
  void aTransformIsTheSumThatDefinesIt(
      @ForAll @IntRange(min = 1, max = 7) int log2, @ForAll long seed) {
    int length = 1 << log2;
    RowTransform rows = new RowTransform(length, WIDTH);
    double[][] re = new double[length][WIDTH];
    double[][] im = new double[length][WIDTH];
    fill(rows, re, im, new Random(seed));

    rows.forward();

    for (int l = 0; l < WIDTH; l++) {
      for (int k = 0; k < length; k++) {
        double sumRe = 0;
        double sumIm = 0;
        for (int j = 0; j < length; j++) {
          double angle = -2 * Math.PI * ((long) j * k % length) / length;
          sumRe += re[j][l] * Math.cos(angle) - im[j][l] * Math.sin(angle);
          sumIm += re[j][l] * Math.sin(angle) + im[j][l] * Math.cos(angle);
        }
        assertThat(rows.resultRe(k)[l]).isCloseTo(sumRe, within(1e-11));
        assertThat(rows.resultIm(k)[l]).isCloseTo(sumIm, within(1e-11));
      }
    }
  }

  @Property(tries = 40)
  void theInverseOfATransformIsWhatWasTransformed(
      @ForAll @IntRange(min = 1, max = 11) int log2, @ForAll long seed) {
    int length = 1 << log2;
    RowTransform there = new RowTransform(length, WIDTH);
    RowTransform back = new RowTransform(length, WIDTH);
    double[][] re = new double[length][WIDTH];
    double[][] im = new double[length][WIDTH];
    fill(there, re, im, new Random(seed));

    there.forward();
    for (int k = 0; k < length; k++) {
      System.arraycopy(there.resultRe(k), 0, back.re(k), 0, WIDTH);
      System.arraycopy(there.resultIm(k), 0, back.im(k), 0, WIDTH);
    }
    back.inverse();

    for (int k = 0; k < length; k++) {
      for (int l = 0; l < WIDTH; l++) {
        assertThat(back.resultRe(k)[l] / length).isCloseTo(re[k][l], within(1e-12));
        assertThat(back.resultIm(k)[l] / length).isCloseTo(im[k][l], within(1e-12));
      }
    }
  }

  private static void fill(RowTransform rows, double[][] re, double[][] im, Random random) {
    for (int k = 0; k < re.length; k++) {
      for (int l = 0; l < WIDTH; l++) {
        rows.re(k)[l] = re[k][l] = random.nextDouble() - 0.5;
        rows.im(k)[l] = im[k][l] = random.nextDouble() - 0.5;
      }
    }
  }
}
