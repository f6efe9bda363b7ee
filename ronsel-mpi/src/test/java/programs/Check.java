package programs;

import java.util.Objects;

/** What a program expects. */
final class Check {
  private Check() {}

  static void that(boolean condition, String what) {
    if (!condition) {
      throw new AssertionError(what);
    }
  }

  static void equal(Object actual, Object expected, String what) {
    if (!Objects.deepEquals(actual, expected)) {
      throw new AssertionError(what + ": expected " + text(expected) + " but was " + text(actual));
    }
  }

  private static String text(Object value) {
    if (value != null && value.getClass().isArray()) {
      String array = java.util.Arrays.deepToString(new Object[] {value});
      return array.substring(1, array.length() - 1);
    }
    return String.valueOf(value);
  }

  /** Runs what must throw, and answers what it has thrown. */
  static mpi.MPIException throwsError(Runnable call, String what) {
    try {
      call.run();
    } catch (mpi.MPIException e) {
      return e;
    }
    throw new AssertionError(what + " has thrown nothing");
  }
}
