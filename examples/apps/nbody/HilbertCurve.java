package nbody;

/** Hilbert's curve in three dimensions, by J. Skilling's algorithm (AIP Conf. Proc. 707, 2004). */
final class HilbertCurve {
  /** Bits of each coordinate. */
  static final int BITS = 20;

  private HilbertCurve() {}

  /** The position of a cell along the curve. */
  static long key(int[] at) {
    int[] x = at.clone();
    for (int q = 1 << BITS - 1; q > 1; q >>= 1) {
      int p = q - 1;
      for (int k = 0; k < 3; k++) {
        if ((x[k] & q) != 0) {
          x[0] ^= p;
        } else {
          int t = (x[0] ^ x[k]) & p;
          x[0] ^= t;
          x[k] ^= t;
        }
      }
    }
    x[1] ^= x[0];
    x[2] ^= x[1];
    int t = 0;
    for (int q = 1 << BITS - 1; q > 1; q >>= 1) {
      t ^= (x[2] & q) != 0 ? q - 1 : 0;
    }
    long key = 0;
    for (int bit = BITS - 1; bit >= 0; bit--) {
      for (int k = 0; k < 3; k++) {
        key = key << 1 | ((x[k] ^ t) >> bit & 1);
      }
    }
    return key;
  }
}
