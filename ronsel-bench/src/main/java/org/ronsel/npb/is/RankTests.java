package org.ronsel.npb.is;

import org.ronsel.npb.ProblemClass;

/**
 * Keys whose ranks the specification gives, which move by one in each step, since the keys that
 * change move past them.
 *
 * @param indices of the keys
 * @param ranks their ranks, before the offsets are applied
 * @param offset number that is subtracted from the step of keys that move upwards
 * @param downOffset number that is subtracted from the step of keys that move downwards
 * @param rising whether each of them moves upwards
 */
record RankTests(long[] indices, long[] ranks, int offset, int downOffset, boolean[] rising) {
  static RankTests of(ProblemClass size) {
    return switch (size) {
      case S ->
          of(
              new long[] {48427, 17148, 23627, 62548, 4431},
              new long[] {0, 18, 346, 64917, 65463},
              0,
              0,
              "+++--");
      case W ->
          of(
              new long[] {357773, 934767, 875723, 898999, 404505},
              new long[] {1249, 11698, 1039987, 1043896, 1048018},
              2,
              0,
              "++---");
      case A ->
          of(
              new long[] {2112377, 662041, 5336171, 3642833, 4250760},
              new long[] {104, 17523, 123928, 8288932, 8388264},
              1,
              1,
              "+++--");
      case B ->
          of(
              new long[] {41869, 812306, 5102857, 18232239, 26860214},
              new long[] {33422937, 10244, 59149, 33135281, 99},
              0,
              0,
              "-++-+");
      case C ->
          of(
              new long[] {44172927, 72999161, 74326391, 129606274, 21736814},
              new long[] {61147, 882988, 266290, 133997595, 133525895},
              0,
              0,
              "+++--");
      case D ->
          of(
              new long[] {1317351170, 995930646, 1157283250, 1503301535, 1453734525},
              new long[] {1, 36538729, 1978098519, 2145192618, 2147425337},
              0,
              0,
              "++---");
    };
  }

  private static RankTests of(
      long[] indices, long[] ranks, int offset, int downOffset, String directions) {
    boolean[] rising = new boolean[indices.length];
    for (int i = 0; i < rising.length; i++) {
      rising[i] = directions.charAt(i) == '+';
    }
    return new RankTests(indices, ranks, offset, downOffset, rising);
  }

  int count() {
    return indices.length;
  }

  /** The rank of a key in a step. */
  long expected(int test, int step) {
    return rising[test] ? ranks[test] + step - offset : ranks[test] - (step - downOffset);
  }
}
