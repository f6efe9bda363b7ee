package org.ronsel.npb.multizone;

import org.ronsel.Comm;
import org.ronsel.npb.ProblemClass;
import org.ronsel.npb.cfd.AlternatingDirections;
import org.ronsel.npb.cfd.Flow;
import org.ronsel.npb.cfd.MultiPartition;
import org.ronsel.npb.cfd.Reference;
import org.ronsel.npb.cfd.Workers;
import org.ronsel.npb.sp.ScalarPentadiagonal;

/**
 * SP-MZ: zones of equal size, so that ranks have the same work if they have the same number of
 * zones.
 */
public final class SpMz extends MultiZone {
  @Override
  public String name() {
    return "sp-mz";
  }

  @Override
  public String title() {
    return "SP in zones of equal size";
  }

  @Override
  double ratio(ProblemClass size) {
    return 1;
  }

  @Override
  AlternatingDirections solver(Comm comm, MultiPartition partition, Flow flow, Workers workers) {
    return new ScalarPentadiagonal(comm, partition, flow, workers);
  }

  @Override
  double operations(double volume, double surface, double side) {
    return 881.174 * volume - 4683.91 * surface + 11484.5 * side - 19272.4;
  }

  @Override
  Parameters parameters(ProblemClass size) {
    return switch (size) {
      case S ->
          new Parameters(
              0.015,
              100,
              Reference.of(
                  7.698876173566,
                  1.51776679028,
                  2.686805141546,
                  1.89368808369,
                  13.69739859738,
                  9.566808043467,
                  3.894109553741,
                  4.516022447464,
                  4.099103995615,
                  7.776038881521));
      case W ->
          new Parameters(
              0.0015,
              400,
              Reference.of(
                  188.7636218359,
                  14.89637963542,
                  48.517117014,
                  33.84633608154,
                  403.6632495857,
                  29.75895149929,
                  13.41508175806,
                  15.85310846491,
                  14.50916426713,
                  58.54137431023));
      case A ->
          new Parameters(
              0.0015,
              400,
              Reference.of(
                  280.0097900548,
                  22.68349014438,
                  70.00852739901,
                  50.00771004061,
                  555.2068537578,
                  31.12046666578,
                  11.72197785348,
                  14.86616708032,
                  13.13680576292,
                  73.65834058154));
      case B ->
          new Parameters(
              0.001,
              400,
              Reference.of(
                  5190.422977921,
                  365.5458539065,
                  1261.126592633,
                  1002.038338842,
                  10759.02511165,
                  546.9182054223,
                  49.83658028989,
                  141.8301776602,
                  109.7717156175,
                  1260.195162174));
      case C ->
          new Parameters(
              0.00067,
              400,
              Reference.of(
                  58868.14493676,
                  3967.324375474,
                  14441.26529019,
                  12105.82211196,
                  127894.1567976,
                  6414.069213021,
                  406.9468353404,
                  1585.311908719,
                  1270.243185759,
                  14413.98372869));
      case D ->
          new Parameters(
              0.0003,
              500,
              Reference.of(
                  765059.5424723,
                  51115.19817683,
                  185721.3937602,
                  162409.6784059,
                  1642416.844328,
                  81695.8957834,
                  5252.150843148,
                  19847.39188642,
                  16628.52404547,
                  176138.1855235));
    };
  }
}
