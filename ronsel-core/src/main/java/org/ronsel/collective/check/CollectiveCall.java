package org.ronsel.collective.check;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ronsel.ErrorClass;
import org.ronsel.ErrorText;
import org.ronsel.data.ElementType;
import org.ronsel.data.Signature;

/**
 * A call of a collective operation, as far as all ranks must make it alike.
 *
 * @param operation the method called
 * @param root the root, or -1 where there is none
 * @param type the type of the elements, or null where there are none or ranks may differ
 * @param count how many elements, or -1 where ranks may differ
 * @param operator the operator, or null where there is none
 * @param arguments others, in words, or null where there are none
 */
public record CollectiveCall(
    String operation,
    int root,
    @Nullable String type,
    long count,
    @Nullable String operator,
    @Nullable String arguments) {

  /** Runs of values of a long signature that are named. */
  private static final int NAMED_RUNS = 8;

  /** A call without data. */
  public static CollectiveCall of(String operation) {
    return of(operation, -1);
  }

  /** A call whose data may differ from rank to rank. */
  public static CollectiveCall of(String operation, int root) {
    return new CollectiveCall(operation, root, null, -1, null, null);
  }

  /** A call without data, but with arguments that must be the same. */
  public static CollectiveCall of(String operation, String arguments) {
    return new CollectiveCall(operation, -1, null, -1, null, arguments);
  }

  /** A call with {@code count} values of one type. */
  public static CollectiveCall of(
      String operation, int root, ElementType type, long count, @Nullable String operator) {
    return new CollectiveCall(operation, root, valuesOf(type.name(), count), count, operator, null);
  }

  /**
   * A call with {@code count} elements of a type; it matches one with as many values in the same
   * order, however they are grouped into elements.
   *
   * @param element the values of an element, or null where ranks may differ
   */
  public static CollectiveCall of(
      String operation,
      int root,
      @Nullable Signature element,
      long count,
      @Nullable String operator) {
    if (element == null || count < 0) {
      return new CollectiveCall(operation, root, null, -1, operator, null);
    }
    long values = count * element.values();
    String type = valuesOf(element.beginning(count, NAMED_RUNS), values);
    return new CollectiveCall(operation, root, type, values, operator, null);
  }

  /** No values may be of any type. */
  private static @Nullable String valuesOf(String type, long count) {
    return count == 0 ? null : type;
  }

  private static final List<ErrorClass> CLASSES =
      List.of(
          ErrorClass.OTHER,
          ErrorClass.ROOT,
          ErrorClass.TYPE,
          ErrorClass.COUNT,
          ErrorClass.OP,
          ErrorClass.ARGUMENT);

  /** The kind of difference between calls with these keys; null if they are alike. */
  static @Nullable ErrorClass difference(List<String> keys) {
    List<String[]> calls = keys.stream().map(key -> key.split("\t", -1)).toList();
    for (int i = 0; i < CLASSES.size(); i++) {
      int field = i;
      long different =
          calls.stream()
              .map(call -> call[field])
              .filter(said -> !said.isEmpty())
              .distinct()
              .count();
      if (different > 1) {
        return CLASSES.get(i);
      }
    }
    return null;
  }

  /** The text that is compared: one field per property, empty where ranks may differ. */
  String key() {
    return String.join(
        "\t",
        operation,
        root < 0 ? "" : Integer.toString(root),
        type == null ? "" : type,
        count < 0 ? "" : Long.toString(count),
        operator == null ? "" : operator,
        arguments == null ? "" : arguments);
  }

  /** The call in words, such as {@code broadcast of 3 INT, root 0}. */
  ErrorText text() {
    String what = type == null ? (count < 0 ? "" : count + " elements") : type;
    return ErrorText.ofCall(operation)
        .with(
            (what.isEmpty() ? "" : " of " + (count < 0 || type == null ? "" : count + " ") + what)
                + (operator == null ? "" : " with " + operator)
                + (root < 0 ? "" : ", root " + root)
                + (arguments == null ? "" : ", " + arguments));
  }
}
