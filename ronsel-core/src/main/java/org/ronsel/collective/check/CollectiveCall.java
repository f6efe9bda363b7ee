package org.ronsel.collective.check;

import org.jspecify.annotations.Nullable;
import org.ronsel.ErrorClass;

/**
 * A call of a collective operation, as far as all ranks must make it alike.
 *
 * @param operation the method called
 * @param root the root, or -1 where there is none
 * @param type the type of the elements, or null where there are none
 * @param count how many elements, or -1 where ranks may differ
 * @param operator the operator, or null where there is none
 */
public record CollectiveCall(
    String operation, int root, @Nullable String type, long count, @Nullable String operator) {

  /** A call without data. */
  public static CollectiveCall of(String operation) {
    return new CollectiveCall(operation, -1, null, -1, null);
  }

  /** What is wrong where one rank calls this and another that. */
  static ErrorClass difference(String one, String other) {
    String[] a = one.split("\t", -1);
    String[] b = other.split("\t", -1);
    ErrorClass[] classes = {
      ErrorClass.OTHER, ErrorClass.ROOT, ErrorClass.TYPE, ErrorClass.COUNT, ErrorClass.OP
    };
    for (int i = 0; i < classes.length && i < Math.min(a.length, b.length); i++) {
      if (!a[i].equals(b[i])) {
        return classes[i];
      }
    }
    return ErrorClass.OTHER;
  }

  /** What is compared: equal for calls that match. */
  String key() {
    return String.join(
        "\t",
        operation,
        Integer.toString(root),
        String.valueOf(type),
        Long.toString(count),
        String.valueOf(operator));
  }

  /** As {@code broadcast of 3 INT, root 0}. */
  @Override
  public String toString() {
    return operation
        + (type == null ? "" : " of " + (count < 0 ? "" : count + " ") + type)
        + (operator == null ? "" : " with " + operator)
        + (root < 0 ? "" : ", root " + root);
  }
}
