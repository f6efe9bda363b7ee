package org.ronsel.sim;

import java.util.ArrayList;
import java.util.List;

/**
 * Fits the costs of messages to measurements of two ranks.
 *
 * <p>Half a round trip of {@code n} bytes takes {@code 2 o + L + n G}: the sum and G come from the
 * times of all sizes, by least squares of the relative error. A row of small messages takes {@code
 * g} for each, the work of the busier processor, so {@code o} is {@code g}, or half the sum if that
 * is less, and {@code L} is the rest. Within a host processors move the bytes: O is the time of a
 * byte in a stream, and never more than G.
 *
 * @param model the base with the fitted levels
 * @param points measured sizes with measured and fitted times
 */
public record Fit(Model model, List<Point> points) {
  /**
   * A size that was measured.
   *
   * @param level the placement
   * @param benchmark {@code pingpong}, {@code stream} or {@code rate}
   * @param bytes size of a message
   * @param measuredNs measured time of an operation
   * @param fittedNs time by the model
   */
  public record Point(
      Level level, String benchmark, long bytes, double measuredNs, double fittedNs) {}

  /** A line {@code time = constant + bytes slope}. */
  private record Line(double constant, double slope) {
    /** Least squares of the error relative to the time. */
    static Line through(List<Measurement> points) {
      double weights = 0;
      double sumX = 0;
      double sumY = 0;
      double sumXx = 0;
      double sumXy = 0;
      for (Measurement point : points) {
        double x = point.bytes();
        double y = point.nanoseconds();
        double weight = 1 / (y * y);
        weights += weight;
        sumX += weight * x;
        sumY += weight * y;
        sumXx += weight * x * x;
        sumXy += weight * x * y;
      }
      double slope = (weights * sumXy - sumX * sumY) / (weights * sumXx - sumX * sumX);
      if (!(slope > 0)) {
        return new Line(sumY / weights, 0);
      }
      double constant = (sumY - slope * sumX) / weights;
      return constant >= 0 ? new Line(constant, slope) : new Line(0, sumXy / sumXx);
    }
  }

  /** Keeps the points as they are. */
  public Fit {
    points = List.copyOf(points);
  }

  /**
   * Fits the levels that were measured; the others are those of {@code base}.
   *
   * @throws IllegalArgumentException if the measurements are not enough for any level
   */
  public static Fit of(List<Measurement> measurements, Model base) {
    Model model = base;
    List<Point> points = new ArrayList<>();
    for (Level level : List.of(Level.THREAD, Level.PROCESS)) {
      String entrant = level == Level.THREAD ? "threads" : "processes";
      List<Measurement> own =
          measurements.stream().filter(m -> m.entrant().equals(entrant)).toList();
      List<Measurement> roundTrips = only(own, "pingpong");
      List<Measurement> rates = only(own, "rate");
      if (roundTrips.size() < 2 || rates.isEmpty()) {
        continue;
      }
      LevelCosts costs = costs(roundTrips, rates, only(own, "stream"));
      model = model.with(level, costs);
      for (Measurement m : own) {
        if (m.benchmark().equals("pingpong")) {
          points.add(point(level, m, costs.oneWay(m.bytes())));
        } else if (m.benchmark().equals("stream") || m.benchmark().equals("rate")) {
          points.add(point(level, m, costs.perMessage(m.bytes())));
        }
      }
    }
    if (points.isEmpty()) {
      throw new IllegalArgumentException(
          "a fit needs pingpong of at least two sizes, and rate, of threads or of processes:"
              + " ronsel bench pingpong stream rate --json FILE");
    }
    List<Measurement> copies =
        measurements.stream()
            .filter(m -> m.entrant().equals("copy") && m.benchmark().equals("pingpong"))
            .toList();
    if (copies.size() >= 2) {
      double copy = Line.through(copies).slope();
      model = new Model(model.levels(), model.linkPerByte(), copy, model.reducePerByte());
    }
    return new Fit(model, points);
  }

  private static Point point(Level level, Measurement of, double fitted) {
    return new Point(level, of.benchmark(), of.bytes(), of.nanoseconds(), fitted);
  }

  private static List<Measurement> only(List<Measurement> of, String benchmark) {
    return of.stream().filter(m -> m.benchmark().equals(benchmark)).toList();
  }

  private static LevelCosts costs(
      List<Measurement> roundTrips, List<Measurement> rates, List<Measurement> streams) {
    Line oneWay = Line.through(roundTrips);
    Measurement smallest = rates.getFirst();
    for (Measurement rate : rates) {
      smallest = rate.bytes() < smallest.bytes() ? rate : smallest;
    }
    double gap = Math.max(0, smallest.nanoseconds() - smallest.bytes() * oneWay.slope());
    double overhead = Math.min(gap, oneWay.constant() / 2);
    double perByte = oneWay.slope();
    if (!streams.isEmpty()) {
      // A line through the overhead: the relative error of (time - o) is least at this slope.
      double sumXx = 0;
      double sumXy = 0;
      for (Measurement stream : streams) {
        double x = stream.bytes() / stream.nanoseconds();
        sumXx += x * x;
        sumXy += x * Math.max(0, 1 - overhead / stream.nanoseconds());
      }
      perByte = Math.min(perByte, sumXy / sumXx);
    }
    return new LevelCosts(
        oneWay.constant() - 2 * overhead,
        overhead,
        overhead,
        gap,
        oneWay.slope(),
        perByte,
        perByte);
  }
}
