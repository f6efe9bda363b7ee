package org.ronsel.bench.report;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Fields of parsed JSON, which may be missing or of another type than expected. */
public final class Fields {
  private Fields() {}

  /** A text; null if it is missing. */
  public static @Nullable String text(Map<String, ?> map, String name) {
    Object value = map.get(name);
    return value == null ? null : value.toString();
  }

  /** A text. */
  public static String text(Map<String, ?> map, String name, String missing) {
    String value = text(map, name);
    return value == null ? missing : value;
  }

  /** A number; NaN if it is missing or of another type. */
  public static double number(Map<String, ?> map, String name) {
    return map.get(name) instanceof Number number ? number.doubleValue() : Double.NaN;
  }

  /** A whole number. */
  public static long whole(Map<String, ?> map, String name, long missing) {
    return map.get(name) instanceof Number number ? number.longValue() : missing;
  }

  /** An object; empty if it is missing or of another type. */
  @SuppressWarnings("unchecked") // the keys of JSON objects are strings
  public static Map<String, Object> map(Map<String, ?> map, String name) {
    return map.get(name) instanceof Map<?, ?> found ? (Map<String, Object>) found : Map.of();
  }

  /** The objects of a list; other elements are left out. */
  @SuppressWarnings("unchecked") // the keys of JSON objects are strings
  public static List<Map<String, Object>> maps(Map<String, ?> map, String name) {
    return map.get(name) instanceof List<?> list
        ? list.stream().filter(Map.class::isInstance).map(m -> (Map<String, Object>) m).toList()
        : List.of();
  }

  /** The elements of a list as texts. */
  public static List<String> texts(Map<String, ?> map, String name) {
    return map.get(name) instanceof List<?> list
        ? list.stream().map(String::valueOf).toList()
        : List.of();
  }

  /** The numbers of a list. */
  public static double[] numbers(Map<String, ?> map, String name) {
    return map.get(name) instanceof List<?> list
        ? list.stream()
            .filter(Number.class::isInstance)
            .mapToDouble(n -> ((Number) n).doubleValue())
            .toArray()
        : new double[0];
  }

  /** An object as texts, by name. */
  public static Map<String, String> sortedTexts(Map<String, ?> map, String name) {
    Map<String, String> texts = new TreeMap<>();
    map(map, name).forEach((key, value) -> texts.put(key, String.valueOf(value)));
    return texts;
  }
}
