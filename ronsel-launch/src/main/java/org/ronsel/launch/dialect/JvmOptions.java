package org.ronsel.launch.dialect;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Which words of a command line are options of the JVM. */
final class JvmOptions {
  private static final List<String> BEGINNINGS =
      List.of(
          "-D",
          "-X",
          "-agentlib:",
          "-agentpath:",
          "-javaagent:",
          "-verbose:",
          "-ea:",
          "-da:",
          "-enableassertions:",
          "-disableassertions:");

  private static final Set<String> WORDS =
      Set.of(
          "-verbose",
          "-ea",
          "-da",
          "-esa",
          "-dsa",
          "-enableassertions",
          "-disableassertions",
          "-enablesystemassertions",
          "-disablesystemassertions",
          "-server",
          "-client",
          "-showversion",
          "--show-version",
          "--enable-preview");

  /** Take their value after an equals sign or as the next word. */
  private static final Set<String> WITH_VALUE =
      Set.of(
          "--add-modules",
          "--add-opens",
          "--add-exports",
          "--add-reads",
          "--patch-module",
          "--limit-modules",
          "--upgrade-module-path",
          "--enable-native-access",
          "--illegal-native-access",
          "--finalization",
          "--sun-misc-unsafe-memory-access");

  private JvmOptions() {}

  /** How many words the option is that begins with {@code word}: 1 or 2, or 0 if it is none. */
  static int words(String word) {
    if (WITH_VALUE.contains(word)) {
      return 2;
    }
    int equals = word.indexOf('=');
    boolean known =
        WORDS.contains(word)
            || BEGINNINGS.stream().anyMatch(word::startsWith)
            || equals > 0 && WITH_VALUE.contains(word.substring(0, equals));
    return known ? 1 : 0;
  }

  /** The words, for what was meant by an unknown one. */
  static List<String> names() {
    return Stream.concat(WORDS.stream(), WITH_VALUE.stream()).toList();
  }
}
