package org.ronsel.bench.method;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * One way to operate on the memory of another rank, by its name: the operation, and words behind it
 * where something is not as usual, such as {@code put}, {@code get-fence} or {@code
 * accumulate-shorts-busy}. {@code one_sided.c} reads the same names.
 *
 * @param operation what is done
 * @param elements of what type, in accumulates
 * @param completion how the operation is completed
 * @param created whether the window is of memory of the program
 * @param busy whether the target computes meanwhile, without a call
 */
public record OneSidedCase(
    Operation operation, Elements elements, Completion completion, boolean created, boolean busy) {
  private static final String CREATED = "created";
  private static final String BUSY = "busy";

  /** What is measured if nothing else is asked for, at each size. */
  public static final List<String> AT_EACH_SIZE =
      List.of("put", "get", "accumulate", "getaccumulate");

  /** The same, at the smallest size alone. */
  public static final List<String> AT_SMALLEST =
      List.of(
          "fetchandop",
          "compareandswap",
          "put-lock",
          "put-fence",
          "put-pscw",
          "put-created",
          "accumulate-busy",
          "accumulate-shorts",
          "accumulate-shorts-busy");

  /** Operations. */
  public enum Operation {
    /** Writes bytes. */
    PUT,
    /** Reads bytes. */
    GET,
    /** Adds to numbers. */
    ACCUMULATE,
    /** The same, and reads what they were. */
    GETACCUMULATE,
    /** The same with one {@code long}. */
    FETCHANDOP,
    /** Replaces one {@code long}. */
    COMPAREANDSWAP;

    /** Whether it is about one value of eight bytes. */
    public boolean isOfOneValue() {
      return this == FETCHANDOP || this == COMPAREANDSWAP;
    }

    private boolean hasElements() {
      return this == ACCUMULATE || this == GETACCUMULATE;
    }
  }

  /** Types of the numbers that accumulates add. */
  public enum Elements {
    /** Done by the origin where it reaches the memory. */
    DOUBLES,
    /** Done by the origin, too. */
    LONGS,
    /** Done by the owner of the memory. */
    SHORTS
  }

  /** How an operation is completed. */
  public enum Completion {
    /** A flush, in an epoch of all ranks that lasts. */
    FLUSH,
    /** A shared lock for each operation. */
    LOCK,
    /** A fence behind each operation. */
    FENCE,
    /** Post, start, complete and wait for each operation. */
    PSCW
  }

  /** Whether an operation is called so. */
  public static boolean isOne(String kernel) {
    String first = kernel.split("-", 2)[0];
    return Stream.of(Operation.values()).anyMatch(operation -> nameOf(operation).equals(first));
  }

  /**
   * Reads a name.
   *
   * @throws IllegalArgumentException saying what names there are
   */
  public static OneSidedCase parse(String name) {
    List<String> words = new ArrayList<>(List.of(name.split("-", -1)));
    if (!isOne(name)) {
      throw wrong(name, "the operations are " + names(Operation.values()));
    }
    Operation operation = Operation.valueOf(words.removeFirst().toUpperCase(Locale.ROOT));
    Elements elements = take(words, Elements.values(), Elements.DOUBLES);
    Completion completion = take(words, Completion.values(), Completion.FLUSH);
    boolean created = words.remove(CREATED);
    boolean busy = words.remove(BUSY);
    if (!words.isEmpty()) {
      throw wrong(
          name,
          "behind an operation there may be "
              + names(Elements.values())
              + ", "
              + names(Completion.values())
              + ", created, busy; not "
              + words.getFirst());
    }
    if (elements != Elements.DOUBLES && !operation.hasElements()) {
      throw wrong(name, nameOf(operation) + " has no " + nameOf(elements));
    }
    if (busy && completion != Completion.FLUSH) {
      throw wrong(name, "a busy target takes no part in an epoch of " + nameOf(completion));
    }
    return new OneSidedCase(operation, elements, completion, created, busy);
  }

  private static <E extends Enum<E>> E take(List<String> words, E[] values, E usual) {
    for (E value : values) {
      if (words.remove(nameOf(value))) {
        return value;
      }
    }
    return usual;
  }

  private static String nameOf(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  private static String names(Enum<?>[] values) {
    return String.join(", ", Stream.of(values).map(OneSidedCase::nameOf).toList());
  }

  private static IllegalArgumentException wrong(String name, String why) {
    return new IllegalArgumentException("'" + name + "' is not a case of rma: " + why);
  }
}
