package org.ronsel.launch.run;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.ronsel.launch.dialect.NearestWord;
import org.ronsel.launch.spi.UsageException;

/** The options before one program, the program, and its arguments. */
final class RunArguments {
  private static final Map<String, RunOption> BY_NAME = new HashMap<>();

  static {
    for (RunOption option : RunOption.values()) {
      option.names().forEach(name -> BY_NAME.put(name, option));
    }
  }

  /** The name of an option before a value without a sign between them. */
  private static final Pattern GLUED = Pattern.compile("-np?(?=[-+]?\\d)|-J");

  private final Map<RunOption, List<String>> given;
  private final Map<RunOption, String> typed;
  private final List<String> rest;
  private final boolean verbatim;

  /**
   * Reads options up to the first word that is not one.
   *
   * @throws UsageException if an option is unknown, lacks its value or is given twice
   */
  RunArguments(List<String> words) {
    given = new EnumMap<>(RunOption.class);
    typed = new EnumMap<>(RunOption.class);
    boolean ended = false;
    int at = 0;
    while (at < words.size() && words.get(at).startsWith("-")) {
      String word = words.get(at++);
      if (word.equals("--")) {
        ended = true;
        break;
      }
      String name = word;
      RunOption option = BY_NAME.get(name);
      String value = null;
      if (option == null) {
        int length = prefixLength(word);
        name = word.substring(0, length);
        option = BY_NAME.get(name);
        value = word.substring(word.startsWith("=", length) ? length + 1 : length);
      }
      if (option != null && option.value() == null && word.startsWith(name + "=")) {
        throw new UsageException(name + " takes no value");
      }
      if (option == null || option.value() == null && value != null) {
        throw new UsageException(
            "unknown option " + word + NearestWord.hint(word, BY_NAME.keySet()));
      }
      if (option.value() != null && value == null) {
        if (at == words.size()) {
          throw new UsageException(word + " needs a value: " + word + " " + option.value());
        }
        value = words.get(at++);
      }
      if (value != null && value.isEmpty() && option != RunOption.CLASS_PATH) {
        throw new UsageException(name + " needs a value that is not empty: " + option.value());
      }
      List<String> values = given.computeIfAbsent(option, o -> new ArrayList<>());
      if (!values.isEmpty() && !option.isRepeatable()) {
        throw new UsageException(word + " is given twice");
      }
      values.add(value == null ? "" : value);
      typed.putIfAbsent(option, name);
    }
    rest = List.copyOf(words.subList(at, words.size()));
    verbatim = ended;
  }

  private RunArguments(RunArguments whole, int count) {
    given = whole.given;
    typed = whole.typed;
    verbatim = whole.verbatim;
    rest = whole.rest.subList(0, count);
  }

  /** The same arguments, with only the first {@code count} words behind the options. */
  RunArguments upTo(int count) {
    return new RunArguments(this, count);
  }

  /** Whether {@code --} has ended the options: all words that follow are the program's. */
  boolean isVerbatim() {
    return verbatim;
  }

  /**
   * The length of the option's name in words such as {@code --jvms=2}, {@code -n4} and {@code
   * -J-Xmx1g}. Only numbers of ranks and options of JVMs follow their names without a sign.
   */
  private static int prefixLength(String word) {
    int equals = word.indexOf('=');
    if (equals >= 0 && BY_NAME.containsKey(word.substring(0, equals))) {
      return equals;
    }
    Matcher glued = GLUED.matcher(word);
    if (glued.lookingAt()) {
      return glued.end();
    }
    return equals < 0 ? word.length() : equals;
  }

  /** The program, unless an option names it, and its arguments. */
  List<String> rest() {
    return rest;
  }

  /** Whether the option is given. */
  boolean has(RunOption option) {
    return given.containsKey(option);
  }

  /** The first given option that concerns the whole job, or null. */
  @Nullable RunOption firstOfJob() {
    return given.keySet().stream().filter(RunOption::isOfJob).findFirst().orElse(null);
  }

  /** The values of an option; empty if it is not given. */
  List<String> all(RunOption option) {
    return given.getOrDefault(option, List.of());
  }

  /** The value of an option, or null if it is not given. */
  @Nullable String text(RunOption option) {
    List<String> values = all(option);
    return values.isEmpty() ? null : values.getFirst();
  }

  /** The name of an option as the user writes it, else the usual one. */
  String name(RunOption option) {
    return typed.getOrDefault(option, option.names().getFirst());
  }

  /** The value of an option as a number, or null if it is not given. */
  @Nullable Integer number(RunOption option) {
    String text = text(option);
    return text == null ? null : number(option, text);
  }

  /** The number in {@code text}, a part of the option's value. */
  int number(RunOption option, String text) {
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw new UsageException(
          name(option) + ": '" + text + "' is not a whole number up to 2147483647");
    }
  }

  /** The value of an option if it is one of these; the first of them if it is not given. */
  String oneOf(RunOption option, String... allowed) {
    String text = text(option);
    if (text == null) {
      return allowed[0];
    }
    if (!List.of(allowed).contains(text)) {
      throw new UsageException(
          name(option) + " " + text + ": the choices are " + String.join(", ", allowed));
    }
    return text;
  }
}
