package org.ronsel.bench.method;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ronsel.Window;

/**
 * One way to operate on the memory of another rank. Its name is the operation, followed by a word
 * for each deviation from the usual, such as {@code put}, {@code get-fence} or {@code
 * accumulate-shorts-busy}. {@code one_sided.c} reads the same names.
 *
 * @param operation the operation
 * @param elements type of the elements of accumulates
 * @param completion the call that completes the operation
 * @param window kind of the window
 * @param extras further deviations from the usual
 * @param times operations that are completed together
 */
public record OneSidedCase(
    Operation operation,
    Elements elements,
    Completion completion,
    Window.Kind window,
    Set<Extra> extras,
    int times) {
  private static final int MOST_TIMES = 1000;

  /** Copies the set. */
  public OneSidedCase {
    extras = Set.copyOf(extras);
  }

  /** The cases that are measured at each size by default. */
  public static final List<String> AT_EACH_SIZE =
      List.of("put", "get", "accumulate", "getaccumulate");

  /** The cases that are measured at the smallest size alone by default. */
  public static final List<String> AT_SMALLEST =
      List.of(
          "fetchandop",
          "compareandswap",
          "accumulate-blocks",
          "put-x16",
          "put-lock",
          "put-fence",
          "put-pscw",
          "put-created",
          "selflock",
          "allocate",
          "accumulate-busy",
          "accumulate-shorts",
          "accumulate-shorts-busy");

  /** The cases whose bandwidth is measured. */
  public static final List<String> TOGETHER = List.of("put-x64", "get-x64", "put-pscw-both-x64");

  /** Operations. */
  public enum Operation {
    /** Writes bytes. */
    PUT,
    /** Reads bytes. */
    GET,
    /** Adds to numbers. */
    ACCUMULATE,
    /** Adds to numbers, and reads their previous values. */
    GETACCUMULATE,
    /** Adds to one {@code long}, and reads its previous value. */
    FETCHANDOP,
    /** Replaces one {@code long}. */
    COMPAREANDSWAP,
    /** Locks the rank's own memory, puts there and unlocks it. */
    SELFLOCK,
    /** Makes a window and closes it; collective. */
    ALLOCATE;

    /** Whether the operation is on one value of eight bytes. */
    public boolean isOfOneValue() {
      return this == FETCHANDOP || this == COMPAREANDSWAP;
    }

    /** Whether the time is that of window calls more than that of moving data. */
    public boolean isOfCalls() {
      return this == SELFLOCK || this == ALLOCATE;
    }

    private boolean maySeveral() {
      return this == PUT || this == GET || this == ACCUMULATE;
    }

    private boolean hasElements() {
      return this == ACCUMULATE || this == GETACCUMULATE;
    }
  }

  /** Types of the numbers that accumulates add. */
  public enum Elements {
    /** Added by the origin where it can access the memory. */
    DOUBLES,
    /** Added by the origin, too. */
    LONGS,
    /** Added by the owner of the memory. */
    SHORTS
  }

  /** The call that completes an operation. */
  public enum Completion {
    /** A flush, in one epoch of all ranks for the whole loop. */
    FLUSH,
    /** A local flush, in such an epoch: the origin may use its buffers again. */
    FLUSHLOCAL,
    /** A shared lock for each operation. */
    LOCK,
    /** A lock of all ranks for each operation. */
    LOCKALL,
    /** A fence behind each operation. */
    FENCE,
    /** Post, start, complete and wait for each operation. */
    PSCW;

    /** Whether one epoch of all ranks is open for the whole loop. */
    public boolean isOfOneEpoch() {
      return this == FLUSH || this == FLUSHLOCAL;
    }

    private boolean takesBoth() {
      return this == FENCE || this == PSCW;
    }
  }

  /** Further words of a name. */
  public enum Extra {
    /** The target computes meanwhile, without a call. */
    BUSY,
    /** The values go to a block in three dimensions at the target. */
    BLOCKS,
    /** Locks are asserted to be free. */
    NOCHECK,
    /** Each of both ranks operates on the memory of the other at the same time. */
    BOTH
  }

  /** Whether the library, and not the program, has allocated the window's memory. */
  public boolean isAllocatedByLibrary() {
    return window == Window.Kind.ALLOCATED || window == Window.Kind.SHARED;
  }

  /** Whether each of both ranks operates on the memory of the other at the same time. */
  public boolean inBothDirections() {
    return extras.contains(Extra.BOTH);
  }

  /** Whether the target computes meanwhile, without a call. */
  public boolean busy() {
    return extras.contains(Extra.BUSY);
  }

  /** Whether the values go to a block in three dimensions at the target. */
  public boolean inBlocks() {
    return extras.contains(Extra.BLOCKS);
  }

  /** Whether a kernel has the name of a one-sided operation. */
  public static boolean isOne(String kernel) {
    String first = kernel.split("-", 2)[0];
    return Stream.of(Operation.values()).anyMatch(operation -> nameOf(operation).equals(first));
  }

  /**
   * Reads a name.
   *
   * @throws IllegalArgumentException listing the names
   */
  public static OneSidedCase parse(String name) {
    List<String> words = new ArrayList<>(List.of(name.split("-", -1)));
    if (!isOne(name)) {
      throw wrong(name, "the operations are " + names(Operation.values()));
    }
    Operation operation = Operation.valueOf(words.removeFirst().toUpperCase(Locale.ROOT));
    Elements elements = take(words, Elements.values(), Elements.DOUBLES);
    Completion completion = take(words, Completion.values(), Completion.FLUSH);
    Window.Kind window = take(words, Window.Kind.values(), Window.Kind.ALLOCATED);
    Set<Extra> extras = EnumSet.noneOf(Extra.class);
    for (Extra extra : Extra.values()) {
      if (words.remove(nameOf(extra))) {
        extras.add(extra);
      }
    }
    int times = takeTimes(words);
    if (!words.isEmpty()) {
      throw wrong(
          name,
          "behind an operation there may be "
              + names(Elements.values())
              + ", "
              + names(Completion.values())
              + ", "
              + names(Window.Kind.values())
              + ", "
              + names(Extra.values())
              + ", or x2 to x"
              + MOST_TIMES
              + "; not "
              + words.getFirst());
    }
    if (elements != Elements.DOUBLES && !operation.hasElements()) {
      throw wrong(name, nameOf(operation) + " has no " + nameOf(elements));
    }
    boolean busy = extras.contains(Extra.BUSY);
    if (busy && completion != Completion.FLUSH) {
      throw wrong(name, "a busy target takes no part in an epoch of " + nameOf(completion));
    }
    if (times > 1 && (busy || !operation.maySeveral())) {
      throw wrong(name, "only put, get and accumulate are done several times, not beside busy");
    }
    if (extras.contains(Extra.BLOCKS) && operation != Operation.ACCUMULATE) {
      throw wrong(name, "only accumulate is done on blocks");
    }
    if (extras.contains(Extra.NOCHECK) && operation != Operation.SELFLOCK) {
      throw wrong(name, "nocheck is for selflock");
    }
    if (extras.contains(Extra.BOTH) && (operation != Operation.PUT || !completion.takesBoth())) {
      throw wrong(name, "both is for put with fence or pscw, in which both ranks take part");
    }
    if (operation.isOfCalls() && (busy || completion != Completion.FLUSH)) {
      throw wrong(name, nameOf(operation) + " has no epoch of another kind");
    }
    return new OneSidedCase(operation, elements, completion, window, extras, times);
  }

  /** The name that {@link #parse} reads. */
  public String name() {
    List<String> words = new ArrayList<>(List.of(nameOf(operation)));
    if (elements != Elements.DOUBLES) {
      words.add(nameOf(elements));
    }
    if (completion != Completion.FLUSH) {
      words.add(nameOf(completion));
    }
    if (window != Window.Kind.ALLOCATED) {
      words.add(nameOf(window));
    }
    extras.stream().sorted().forEach(extra -> words.add(nameOf(extra)));
    if (times > 1) {
      words.add("x" + times);
    }
    return String.join("-", words);
  }

  /**
   * The same otherwise.
   *
   * @param otherWindow another kind of window; null for the same
   * @param otherCompletion another completion; null for the same
   * @param otherTimes another number of operations that are completed together; 0 for the same
   * @throws IllegalArgumentException if there is no such case
   */
  public OneSidedCase with(
      Window.@Nullable Kind otherWindow, @Nullable Completion otherCompletion, int otherTimes) {
    OneSidedCase other =
        new OneSidedCase(
            operation,
            elements,
            otherCompletion == null ? completion : otherCompletion,
            otherWindow == null ? window : otherWindow,
            extras,
            otherTimes == 0 ? times : otherTimes);
    return parse(other.name());
  }

  /** The number behind an x, if there is one. */
  private static int takeTimes(List<String> words) {
    for (String word : words) {
      if (word.matches("x[1-9][0-9]{0,3}") && Integer.parseInt(word.substring(1)) <= MOST_TIMES) {
        words.remove(word);
        return Integer.parseInt(word.substring(1));
      }
    }
    return 1;
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
