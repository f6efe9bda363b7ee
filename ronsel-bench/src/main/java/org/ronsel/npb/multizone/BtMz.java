package org.ronsel.npb.multizone;

import org.ronsel.Comm;
import org.ronsel.npb.ProblemClass;
import org.ronsel.npb.bt.BlockTridiagonalSteps;
import org.ronsel.npb.cfd.AlternatingDirections;
import org.ronsel.npb.cfd.Flow;
import org.ronsel.npb.cfd.MultiPartition;
import org.ronsel.npb.cfd.Reference;
import org.ronsel.npb.cfd.Workers;

/**
 * BT-MZ: zones of different sizes, the largest 20 times the smallest, which are distributed so that
 * ranks have equal work.
 */
public final class BtMz extends MultiZone {
  private static final double RATIO_S = 3;
  private static final double RATIO = 4.5;

  @Override
  public String name() {
    return "bt-mz";
  }

  @Override
  public String title() {
    return "BT in zones of different sizes";
  }

  @Override
  double ratio(ProblemClass size) {
    return size == ProblemClass.S ? RATIO_S : RATIO;
  }

  @Override
  AlternatingDirections solver(Comm comm, MultiPartition partition, Flow flow, Workers workers) {
    return new BlockTridiagonalSteps(comm, partition, flow, workers);
  }

  @Override
  double operations(double volume, double surface, double side) {
    return 3478.8 * volume - 17655.7 * surface + 28023.7 * side;
  }

  @Override
  Parameters parameters(ProblemClass size) {
    return switch (size) {
      case S ->
          new Parameters(
              0.01,
              60,
              Reference.of(
                  1047.68739583,
                  94.19911314792,
                  212.4737403068,
                  142.2173591794,
                  1135.441572375,
                  177.5416062982,
                  18.75540250835,
                  38.63334844506,
                  26.34713890362,
                  196.5566269675));
      case W ->
          new Parameters(
              0.0008,
              200,
              Reference.of(
                  55626.11195402,
                  5151.404119932,
                  10804.53907954,
                  6576.058591929,
                  45286.09293561,
                  7185.154786403,
                  704.0472738068,
                  1437.035074443,
                  857.0666307849,
                  5991.235147368));
      case A ->
          new Parameters(
              0.0008,
              200,
              Reference.of(
                  55367.03889522,
                  5077.835038405,
                  10673.91361067,
                  6441.179694972,
                  43719.26324069,
                  6716.797714343,
                  651.268790216,
                  1332.930740128,
                  784.830208918,
                  5429.053878818));
      case B ->
          new Parameters(
              0.0003,
              200,
              Reference.of(
                  446138.8343844,
                  37997.59138035,
                  83832.9662397,
                  53019.70201273,
                  361810.6851311,
                  44967.335676,
                  3892.068540524,
                  8763.825844217,
                  5599.040091792,
                  40826.52045598));
      case C ->
          new Parameters(
              0.0001,
              200,
              Reference.of(
                  3457703.287806,
                  321362.1375929,
                  700257.965687,
                  451745.9627471,
                  2818715.870791,
                  205910.699357,
                  16807.61129461,
                  40807.31640795,
                  28365.41076778,
                  213680.7610771));
      case D ->
          new Parameters(
              0.00002,
              250,
              Reference.of(
                  42504170.34981,
                  4293882.192175,
                  9121841.87827,
                  6201357.771439,
                  34748018.91304,
                  946241.8484583,
                  78847.28947105,
                  190287.4461259,
                  136185.8029909,
                  981648.9456253));
    };
  }
}
