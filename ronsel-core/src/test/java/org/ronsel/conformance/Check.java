package org.ronsel.conformance;

import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import org.ronsel.ErrorClass;
import org.ronsel.RonselException;

/** What scenarios assert with: they run as plain programs too, without a test library. */
final class Check {
  /** Longest wait for an effect that must come. */
  static final Duration LONG = Duration.ofSeconds(60);

  private static final Pattern PLACE = Pattern.compile("rank \\d+(, [\\w.]+)?: ");

  private Check() {}

  static void that(boolean holds, String statement) {
    if (!holds) {
      throw new AssertionError("does not hold: " + statement);
    }
  }

  static void equal(Object expected, Object actual, String what) {
    if (!Objects.deepEquals(expected, actual)) {
      throw new AssertionError(what + ": expected " + show(expected) + ", got " + show(actual));
    }
  }

  private static String show(Object value) {
    return switch (value) {
      case null -> "null";
      case byte[] a -> "byte[" + a.length + "]" + Arrays.toString(Arrays.copyOf(a, 16));
      case int[] a -> "int[" + a.length + "]" + Arrays.toString(Arrays.copyOf(a, 16));
      default -> value.toString();
    };
  }

  /** A statement that must throw. */
  @FunctionalInterface
  interface Statement {
    void run() throws Exception;
  }

  /**
   * Checks type, error class (unless null) and, by its words, the message of what {@code statement}
   * throws.
   */
  static <E extends RonselException> E fails(
      Class<E> type, ErrorClass errorClass, Statement statement, String... words) {
    try {
      statement.run();
    } catch (Exception e) {
      if (!type.isInstance(e)) {
        throw new AssertionError("expected a " + type.getSimpleName() + ", got " + e, e);
      }
      E failure = type.cast(e);
      if (errorClass != null) {
        equal(errorClass, failure.errorClass(), "error class of " + failure);
      }
      for (String word : words) {
        String message = String.valueOf(failure.getMessage());
        that(message.contains(word), "'" + message + "' says '" + word + "'");
      }
      knowsItsParts(failure);
      return failure;
    }
    throw new AssertionError("expected a " + type.getSimpleName() + ", nothing was thrown");
  }

  /** Checks that a call throws, as it is, what a callback of an attribute throws in it. */
  static IllegalStateException throwsOfCallback(String message, Statement call) {
    try {
      call.run();
    } catch (IllegalStateException thrown) {
      equal(message, thrown.getMessage(), "what the callback throws");
      return thrown;
    } catch (Exception e) {
      throw new AssertionError("expected what the callback throws, got " + e, e);
    }
    throw new AssertionError("what the callback throws is not thrown");
  }

  /** The rank and the call that a message begins with are no part of the reason. */
  private static void knowsItsParts(RonselException failure) {
    String message = String.valueOf(failure.getMessage());
    String reason = failure.reason();
    that(message.endsWith(reason), "'" + message + "' ends with the reason '" + reason + "'");
    that(!PLACE.matcher(reason).lookingAt(), "the reason '" + reason + "' begins with no place");
    String begin = message.substring(0, message.length() - reason.length());
    String call = failure.operation();
    that(
        begin.isEmpty()
            ? call == null
            : begin.endsWith(": ") && begin.contains(call == null ? "rank " : call),
        "'" + message + "' begins with the rank and the call " + call);
  }

  /** Waits, yielding, until {@code condition} holds. */
  static void eventually(BooleanSupplier condition, String statement) {
    long deadline = System.nanoTime() + LONG.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - deadline > 0) {
        throw new AssertionError("never came true: " + statement);
      }
      Thread.yield();
    }
  }
}
