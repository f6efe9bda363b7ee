package org.ronsel.resultpage;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ronsel.bench.run.Entrant;

/**
 * A picture as data, for the page's script and for the table below the picture.
 *
 * @param type of the picture
 * @param title above it
 * @param note one sentence below the title; may be empty
 * @param x meaning of the horizontal axis, such as {@code message size in bytes}
 * @param y meaning of the vertical axis, with its unit
 * @param categories names of places along the horizontal axis; empty where it has numbers
 * @param rows names of places along the vertical axis of a heat map; else empty
 * @param series that are drawn
 * @param marks places on the horizontal axis, by their labels
 */
record Chart(
    ChartType type,
    String title,
    String note,
    String x,
    String y,
    List<String> categories,
    List<String> rows,
    List<Series> series,
    Map<String, Double> marks) {

  private static final MathContext DIGITS = new MathContext(5);

  /** What kind of picture a chart is. */
  enum ChartType {
    /** Lines over sizes in bytes, both axes logarithmic. */
    SIZES,
    /** Lines over numbers of ranks, both axes logarithmic. */
    RANKS,
    /** Coloured cells, {@link Point#x} and {@link Point#row} are places on the axes. */
    HEAT,
    /** Boxes over categories, {@link Point#spread}. */
    BOXES,
    /** Medians with their intervals beside a line at 1, one line of the picture each. */
    RATIOS,
    /** Points on two logarithmic axes, with names. */
    POINTS
  }

  /** What a line is of; the page's script chooses the kind of line by it. */
  enum Role {
    /** Ronsel, in any setting or version. */
    RONSEL,
    /** Another library. */
    PEER,
    /** A limit of the machine. */
    LIMIT,
    /** Computed, not measured. */
    IDEAL;

    /** The role of an entrant. */
    static Role of(Entrant.Kind kind) {
      return switch (kind) {
        case RONSEL, OPTION, OLDER -> RONSEL;
        case PEER -> PEER;
        case LIMIT -> LIMIT;
      };
    }
  }

  /**
   * A line, or another group of points of one colour.
   *
   * @param name in the legend
   * @param role what it is of
   * @param points along it
   */
  record Series(String name, Role role, List<Point> points) {}

  /**
   * A value.
   *
   * @param x number or place on the horizontal axis
   * @param row place on the vertical axis of a heat map; else 0
   * @param spread the value, with its quartiles and extremes
   * @param name label of the value; null for none
   */
  record Point(double x, int row, Spread spread, @Nullable String name) {
    /** Creates a value at a number. */
    static Point at(double x, Spread spread) {
      return new Point(x, 0, spread, null);
    }

    /** Creates a value without a spread. */
    static Point at(double x, double value) {
      return at(x, new Spread(value, value, value, value, value));
    }
  }

  /** Encodes the chart for the page's script. */
  Map<String, Object> toMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("type", type.name());
    map.put("title", title);
    map.put("x", x);
    map.put("y", y);
    map.put("categories", categories);
    map.put("rows", rows);
    map.put("marks", marks);
    map.put("series", series.stream().map(Chart::toMap).toList());
    return map;
  }

  private static Map<String, Object> toMap(Series series) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("name", series.name);
    map.put("role", series.role.name().toLowerCase(Locale.ROOT));
    map.put("points", series.points.stream().map(Chart::toList).toList());
    return map;
  }

  private static List<Object> toList(Point point) {
    Spread s = point.spread;
    List<Object> list = new ArrayList<>(List.of(point.x, point.row));
    for (double value : new double[] {s.median(), s.p25(), s.p75(), s.min(), s.max()}) {
      list.add(rounded(value));
    }
    if (point.name != null) {
      list.add(point.name);
    }
    return list;
  }

  /**
   * Rounds a number to five digits, more than are visible; an infinity, which JSON does not have,
   * becomes zero.
   */
  private static double rounded(double value) {
    return Double.isFinite(value) ? new BigDecimal(value).round(DIGITS).doubleValue() : 0;
  }
}
