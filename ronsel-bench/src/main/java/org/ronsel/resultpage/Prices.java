package org.ronsel.resultpage;

import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.ronsel.bench.report.Fields;
import org.ronsel.launch.spi.ResultFormat;

/**
 * A dated price list: the price of an hour of a node, by instance and market.
 *
 * @param file it was read from
 * @param date of the prices
 * @param source of the prices
 * @param granularity time by whose multiples an instance is paid, in seconds
 * @param minimum shortest time that is paid, in seconds
 * @param instances by name
 */
record Prices(
    Path file,
    LocalDate date,
    String source,
    double granularity,
    double minimum,
    Map<String, Instance> instances) {
  private static final String VERSION = "ronselPrices";
  private static final double HOURS_OF_YEAR = 24 * 365;

  /**
   * A kind of node.
   *
   * @param name of it
   * @param cores of one
   * @param hourly USD an hour, by market, in the order of the file
   * @param formulas of the hourly price, where it is not in the file
   */
  record Instance(String name, int cores, Map<String, Double> hourly, List<String> formulas) {}

  /**
   * Reads a price list.
   *
   * @throws IllegalArgumentException if it is damaged or lacks something, saying what
   * @throws IOException if it cannot be read
   */
  static Prices read(Path file) throws IOException {
    Map<String, Object> map = ResultFormat.object(file);
    if (Fields.whole(map, VERSION, 0) != 1) {
      throw new IllegalArgumentException(
          file + " is no price list: it must have \"" + VERSION + "\": 1");
    }
    LocalDate date;
    try {
      date = LocalDate.parse(Fields.text(map, "date", ""));
    } catch (DateTimeParseException e) {
      throw new IllegalArgumentException(
          file + " must say when its prices were valid, as in \"date\": \"2026-11-25\"", e);
    }
    String currency = Fields.text(map, "currency", "USD");
    if (!"USD".equals(currency)) {
      throw new IllegalArgumentException(file + " has prices in " + currency + ", not in USD");
    }
    Map<String, Instance> instances = new LinkedHashMap<>();
    for (Map<String, Object> each : Fields.maps(map, "instances")) {
      add(file, instance(file, each), instances);
    }
    for (Map<String, Object> each : Fields.maps(map, "clusters")) {
      add(file, cluster(file, each), instances);
    }
    if (instances.isEmpty()) {
      throw new IllegalArgumentException(file + " has neither \"instances\" nor \"clusters\"");
    }
    Map<String, Object> billing = Fields.map(map, "billing");
    return new Prices(
        file,
        date,
        Fields.text(map, "source", "source not told"),
        zeroOrMore(file, "billing", billing, "granularitySeconds", 0),
        zeroOrMore(file, "billing", billing, "minimumSeconds", 0),
        Map.copyOf(instances));
  }

  private static void add(Path file, Instance instance, Map<String, Instance> instances) {
    if (instances.putIfAbsent(instance.name, instance) != null) {
      throw new IllegalArgumentException(file + " has " + instance.name + " twice");
    }
  }

  private static Instance instance(Path file, Map<String, Object> map) {
    String name = name(file, map);
    Map<String, Double> hourly = new LinkedHashMap<>();
    List<String> formulas = new ArrayList<>();
    for (String market : List.of("onDemand", "spot")) {
      if (map.containsKey(market)) {
        hourly.put(market.equals("spot") ? market : "on-demand", positive(file, name, map, market));
      }
    }
    if (map.containsKey("reserved")) {
      Map<String, Object> reserved = Fields.map(map, "reserved");
      double upfront = zeroOrMore(file, name, reserved, "upfront", 0);
      double years = positive(file, name, reserved, "years");
      double perHour = zeroOrMore(file, name, reserved, "perHour", 0);
      hourly.put("reserved", upfront / (years * HOURS_OF_YEAR) + perHour);
      formulas.add(
          "reserved "
              + name
              + " = upfront / (years x 8760 h) + hourly = "
              + "%s / (%s x 8760) + %s = %s USD/h"
                  .formatted(
                      Figures.format(upfront),
                      Figures.format(years),
                      Figures.format(perHour),
                      Figures.format(hourly.get("reserved"))));
    }
    if (hourly.isEmpty()) {
      throw new IllegalArgumentException(
          file + ": instance " + name + " has none of \"onDemand\", \"spot\" and \"reserved\"");
    }
    return new Instance(name, cores(file, name, map, "cores"), hourly, formulas);
  }

  private static Instance cluster(Path file, Map<String, Object> map) {
    String name = name(file, map);
    double nodes = positive(file, name, map, "nodes");
    double purchase = positive(file, name, map, "purchase");
    double years = positive(file, name, map, "years");
    double kilowatts = zeroOrMore(file, name, map, "kilowatts", 0);
    double pue = zeroOrMore(file, name, map, "pue", 1);
    double power = zeroOrMore(file, name, map, "usdPerKwh", 0);
    double staff = zeroOrMore(file, name, map, "staffPerYear", 0);
    double used = positive(file, name, map, "utilization", 1);
    if (used > 1) {
      throw new IllegalArgumentException(
          file + ": " + name + ": \"utilization\" is a part of 1, not " + used);
    }
    double hours = years * HOURS_OF_YEAR;
    double total = purchase + years * staff + hours * kilowatts * pue * power;
    double hourly = total / (nodes * hours * used);
    String formula =
        name
            + ": node-hour = (purchase + years x staff + years x 8760 h x kW x PUE x USD/kWh)"
            + " / (nodes x years x 8760 h x utilization) = "
            + "(%s + %s x %s + %s x 8760 x %s x %s x %s) / (%s x %s x 8760 x %s) = %s USD/h"
                .formatted(
                    Figures.format(purchase),
                    Figures.format(years),
                    Figures.format(staff),
                    Figures.format(years),
                    Figures.format(kilowatts),
                    Figures.format(pue),
                    Figures.format(power),
                    Figures.format(nodes),
                    Figures.format(years),
                    Figures.format(used),
                    Figures.format(hourly));
    return new Instance(
        name, cores(file, name, map, "coresPerNode"), Map.of("own", hourly), List.of(formula));
  }

  private static String name(Path file, Map<String, Object> map) {
    String name = Fields.text(map, "name");
    if (name == null || name.isBlank()) {
      throw new IllegalArgumentException(file + " has an instance or cluster without a \"name\"");
    }
    return name;
  }

  private static int cores(Path file, String name, Map<String, Object> map, String field) {
    double value = Fields.number(map, field);
    if (!(value >= 1 && value <= Integer.MAX_VALUE && value == Math.rint(value))) {
      throw wrong(file, name, map, field, "a whole number above 0");
    }
    return (int) value;
  }

  private static double positive(
      Path file, String name, Map<String, Object> map, String field, double missing) {
    return map.containsKey(field) ? positive(file, name, map, field) : missing;
  }

  private static double positive(Path file, String name, Map<String, Object> map, String field) {
    double value = Fields.number(map, field);
    if (!(value > 0) || Double.isInfinite(value)) {
      throw wrong(file, name, map, field, "a number above 0");
    }
    return value;
  }

  private static double zeroOrMore(
      Path file, String name, Map<String, Object> map, String field, double missing) {
    if (!map.containsKey(field)) {
      return missing;
    }
    double value = Fields.number(map, field);
    if (!(value >= 0) || Double.isInfinite(value)) {
      throw wrong(file, name, map, field, "a number from 0");
    }
    return value;
  }

  private static IllegalArgumentException wrong(
      Path file, String name, Map<String, Object> map, String field, String expected) {
    String found = map.containsKey(field) ? "not " + map.get(field) : "which is missing";
    return new IllegalArgumentException(
        file + ": " + name + ": \"" + field + "\" must be " + expected + ", " + found);
  }
}
