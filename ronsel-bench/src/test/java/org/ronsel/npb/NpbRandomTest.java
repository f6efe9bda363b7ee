package org.ronsel.npb;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class NpbRandomTest {
  private static final BigInteger MODULUS = BigInteger.TWO.pow(46);

  @Property
  void skippingIsTheSameAsDrawing(@ForAll @IntRange(max = 2000) int count) {
    NpbRandom drawn = new NpbRandom(NpbRandom.SEED);
    NpbRandom skipped = new NpbRandom(NpbRandom.SEED);

    drawn.fill(new double[count], 0, count);
    skipped.skip(count);

    assertThat(skipped.next()).isEqualTo(drawn.next());
  }

  @Property
  void powersAreModuloTwoToThe46(
      @ForAll @LongRange(max = (1L << 46) - 1) long base,
      @ForAll @LongRange(min = 0) long exponent) {
    assertThat(NpbRandom.power(base, exponent))
        .isEqualTo(
            BigInteger.valueOf(base).modPow(BigInteger.valueOf(exponent), MODULUS).longValue());
  }

  @Test
  void theFirstNumberIsSeedTimesMultiplier() {
    BigInteger product =
        BigInteger.valueOf(NpbRandom.SEED).multiply(BigInteger.valueOf(NpbRandom.MULTIPLIER));

    assertThat(new NpbRandom(NpbRandom.SEED).next())
        .isEqualTo(product.mod(MODULUS).longValue() * 0x1p-46);
  }
}
